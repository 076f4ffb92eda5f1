import { crc32 } from 'node:zlib'
import type { LIMITS } from '#domain/limits'

const MAGIC = Buffer.from('89504e470d0a1a0a', 'hex')
/** One letter for each chunk of https://www.w3.org/TR/png-3/ but animations, and for Safari's iDOT and Firefox's deBG. */
const LETTERS = new Map(
  Object.entries({
    h: 'IHDR',
    p: 'PLTE',
    d: 'IDAT',
    e: 'IEND',
    a: 'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI tEXt zTXt iTXt bKGD hIST pHYs sPLT eXIf tIME iDOT deBG',
  }).flatMap(([letter, types]) => types.split(' ').map((type) => [type, letter] as const)),
)
/** Length, type and checksum */
const FRAME_BYTES = 12
const TEXTS = /^(tEXt|zTXt|iTXt)$/
const ORDER = /^ha*(pa*)?d+a*e$/
/** Bit depth and colour type (3: of a palette), then compression, filter and interlacing. */
const FORMAT = /^((1|2|4|8|16) 0|(8|16) [246]|(1|2|4|8) 3) 0 0 [01]$/

/** Walks the chunks of a PNG without decoding it. @returns null for a picture of at most that size */
export function pngProblem(
  bytes: Buffer,
  most: typeof LIMITS.signaturePixels,
): 'signature' | 'signaturePixels' | null {
  const order = readOrder(bytes)
  if (order === null || !ORDER.test(order)) return 'signature'
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const isLegal = FORMAT.test(bytes.subarray(24, 29).join(' ')) && (bytes[25] !== 3 || order.includes('p'))
  if (!isLegal || width === 0 || height === 0) return 'signature'
  return width > most.width || height > most.height ? 'signaturePixels' : null
}

/** @returns the letters of the chunks; null unless all are whole, with the right checksums, and nothing else follows */
function readOrder(bytes: Buffer): string | null {
  if (!isPng(bytes)) return null
  let [order, read] = ['', MAGIC.length]
  for (const { type, at, end } of chunksOf(bytes)) {
    const isWhole = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4)
    const length = end - at - FRAME_BYTES
    if (!isWhole || (type === 'IHDR' && length !== 13) || (type === 'IEND' && length > 0)) return null
    order += LETTERS.get(type) ?? '?'
    read = end
  }
  return read === bytes.length ? order : null
}

/** Leaves a PNG's texts out, which may inflate to a thousand times their size, and libvips would keep them all. */
export function withoutTexts(bytes: Buffer): Buffer {
  if (!isPng(bytes)) return bytes
  const parts: Buffer[] = []
  let from = 0
  for (const { type, at, end } of chunksOf(bytes)) {
    if (!TEXTS.test(type)) continue
    parts.push(bytes.subarray(from, at))
    from = end
  }
  return Buffer.concat([...parts, bytes.subarray(from)])
}

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, MAGIC.length).equals(MAGIC)

/** Those that are complete, up to the first that is not. */
function* chunksOf(bytes: Buffer): Generator<{ type: string; at: number; end: number }> {
  for (let at = MAGIC.length; at + FRAME_BYTES <= bytes.length;) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at)
    if (end > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), at, end }
    at = end
  }
}
