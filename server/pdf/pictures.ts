import { createHash } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { openPicture } from '../files/open-picture.ts'
import type { Picture } from './printed-application.ts'

const DATA_URL = /^data:image\/png;base64,/

/** Pixels per point (216 dpi) */
const DENSITY = 3

// Always redrawn: pdfkit embeds a PNG unchecked, so a damaged one would damage the document, and it splits an alpha
// channel ten times slower than sharp.
export async function picture(
  bytes: Buffer,
  box: { width: number; height: number },
): Promise<Picture | null> {
  try {
    const picture = await openPicture(bytes)
    const { data, info } = await picture
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
  } catch {
    return null
  }
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

export function signatureBytes(dataUrl: string): Buffer | null {
  return DATA_URL.test(dataUrl) ? Buffer.from(dataUrl.replace(DATA_URL, ''), 'base64') : null
}
