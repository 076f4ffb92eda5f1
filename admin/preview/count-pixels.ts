/** Decoding takes 4 bytes for each; phones take pictures of 108 million. */
export const SHOWN_PIXELS = 120_000_000

/** Frames without their own size, and tables that share the codes of frames (ITU-T T.81, annex B) */
const NO_FRAMES = [0xc4, 0xc8, 0xcc]
const START_OF_SCAN = 0xda

/** Pixels that a browser has to decode, as a PNG or JPEG says before them; 0 where it says nothing. */
export function countPixels(buffer: ArrayBuffer): number {
  const view = new DataView(buffer)
  if (view.byteLength < 24) return 0
  if (view.getUint32(12) === 0x49484452) return view.getUint32(16) * view.getUint32(20)
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff;) {
    const code = view.getUint8(at + 1)
    const isFrame = code >= 0xc0 && code <= 0xcf && !NO_FRAMES.includes(code)
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7)
    if (code === START_OF_SCAN) return 0
    // Any number of fill bytes may stand before a code.
    at += code === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return 0
}
