import { PHOTO_LIMITS } from '#domain/limits'
import openLibrary from 'libheif-js/libheif-wasm/libheif-bundle.js'

export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** The picture that a HEIC file shows first, as RGBA; null if it cannot be decoded or is too large. */
export default async function decode(file: Uint8Array): Promise<Pixels | null> {
  // eslint-disable-next-line no-console -- the library prints what is wrong with a file
  console.log = () => {}
  const library = openLibrary()
  const pictures = new library.HeifDecoder().decode(file)
  const picture = pictures.find((each) => each.is_primary()) ?? pictures[0]
  if (!picture) return null
  const [width, height] = [picture.get_width(), picture.get_height()]
  if (width < 1 || height < 1 || width * height > PHOTO_LIMITS.pixels) return null
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
  return new Promise((resolve) => picture.display(pixels, resolve))
}
