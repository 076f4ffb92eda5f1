import type { Sharp } from 'sharp'
import { LIMITS } from '#domain/limits'
import { withoutTexts } from './png.ts'

let library: ReturnType<typeof load> | undefined

export async function openPicture(bytes: Buffer, pixels: number = LIMITS.logoPixels): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(withoutTexts(bytes), { limitInputPixels: pixels, failOn: 'error' })
}

/** For pixels; pictures of others go through `openPicture`. */
export const loadSharp = () => (library ??= load())

/** Loaded with the first picture, as it takes 50 ms and 18 MB. */
async function load() {
  const { default: sharp } = await import('sharp')
  // The cache would keep the last hundred pictures, each with all that its file holds.
  sharp.cache(false)
  // Blocks the decoders of all other formats, whatever a file claims to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
  return sharp
}
