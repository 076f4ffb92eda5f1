import { createHash } from 'node:crypto'
import { LIMITS, PDF_LIMITS } from '#domain/limits'
import { AppError } from '../../errors.ts'
import { openPicture } from '../../platform/files/open-picture.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { SIGNATURE_BOX } from './geometry.ts'
import type { Picture } from './printed-application.ts'

const PREFIX = 'data:image/png;base64,'

/** Pixels per point (216 dpi) */
const DENSITY = 3

// Always redrawn: pdfkit embeds a PNG unchecked, so a damaged one would damage the document, and it splits an alpha
// channel ten times slower than sharp.
export async function picture(
  bytes: Buffer,
  box: { width: number; height: number },
  pixels?: number,
): Promise<Picture | null> {
  try {
    const picture = await openPicture(bytes, pixels)
    const { data, info } = await picture
      .timeout({ seconds: PDF_LIMITS.pictureSeconds })
      .autoOrient()
      .resize({
        width: box.width * DENSITY,
        height: box.height * DENSITY,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 6 })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  } catch (cause) {
    // The machine was busy: a later try may succeed.
    if (cause instanceof Error && cause.message.startsWith('timeout'))
      throw new AppError('unavailable', undefined, { cause })
    return null
  }
}

// sharp decodes beside the main thread, but on its processors: one at a time leaves others free.
const inTurn = limitConcurrency(1, {
  milliseconds: PDF_LIMITS.waitMs,
  error: new AppError('unavailable'),
})

export const toDataUrl = (png: Uint8Array): string => PREFIX + Buffer.from(png).toString('base64')

export const signatureBytes = (dataUrl: string): Buffer | null =>
  dataUrl.startsWith(PREFIX) ? Buffer.from(dataUrl.slice(PREFIX.length), 'base64') : null

/** Decodes and encodes a signature anew. @returns null if it can't be decoded */
export async function signaturePicture(dataUrl: string): Promise<Picture | null> {
  const bytes = signatureBytes(dataUrl)
  return bytes && inTurn(() => picture(bytes, SIGNATURE_BOX, LIMITS.storedSignaturePixels))
}

// Redrawing a logo takes as long as the rest of a page.
const LOGOS_KEPT = 16
const logos = new Map<string, Picture | null>()

export async function logoPicture(bytes: Buffer): Promise<Picture | null> {
  const key = createHash('sha256').update(bytes).digest('base64')
  const known = logos.get(key)
  const logo = known === undefined ? await picture(bytes, LIMITS.logoBox) : known
  logos.delete(key)
  logos.set(key, logo)
  for (const oldest of logos.keys()) if (logos.size > LOGOS_KEPT) logos.delete(oldest)
  return logo
}
