import { PHOTO_LIMITS } from '#domain/limits'
import openLibrary from 'libheif-js/libheif-wasm/libheif-bundle.js'
import { move, transferableSymbol, valueSymbol } from 'piscina'

export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** The `Pixels` of the picture that a HEIC file shows first, as RGBA; null if it cannot be decoded or is too large. */
export default async function decode(file: Uint8Array): Promise<ReturnType<typeof move> | null> {
  // eslint-disable-next-line no-console -- the library prints what is wrong with a file
  console.log = () => {}
  capMemory(PHOTO_LIMITS.decoderMegabytes * 1024 * 1024)
  const library = openLibrary()
  const pictures = new library.HeifDecoder().decode(file)
  const picture = pictures.find((each) => each.is_primary()) ?? pictures[0]
  if (!picture) return null
  const [width, height] = [picture.get_width(), picture.get_height()]
  if (width < 1 || height < 1 || width * height > PHOTO_LIMITS.pixels) return null
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const shown = await new Promise<Pixels | null>((resolve) => picture.display(pixels, resolve))
  // Handed over, as a copy would take as much memory again.
  return shown && move({ [transferableSymbol]: [shown.data.buffer], [valueSymbol]: shown })
}

const PAGE_BYTES = 64 * 1024

/** Of WebAssembly in this thread: the decoder's own limit is 2 GB. It takes a refusal for the end of memory. */
function capMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory
  const { grow } = prototype
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError('the photo is too large')
    return grow.call(this, pages)
  }
}
