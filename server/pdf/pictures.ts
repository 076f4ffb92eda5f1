import { createHash } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { openPicture } from '../files/open-picture.ts'
import type { Picture } from './printed-application.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const DATA_URL = /^data:image\/png;base64,/

/** Pixels per point: 216 dpi, finer than office printers show. */
const DENSITY = 3

/**
 * A drawing or a logo on white paper, at most `box` points large, or null when the bytes are not a whole PNG or
 * JPEG. It is always drawn anew: pdfkit passes a PNG's data on unread, so a damaged one would damage the document,
 * and it takes an alpha channel apart ten times slower than this.
 */
export async function picture(
  bytes: Buffer,
  box: { width: number; height: number },
): Promise<Picture | null> {
  if (!startsWith(bytes, PNG) && !startsWith(bytes, JPEG)) return null
  try {
    const { data, info } = await openPicture(bytes)
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

// A company's logo is the same on each of its applications, and redrawing it takes as long as the rest of a page.
const LOGOS_KEPT = 16
const logos = new Map<string, Picture | null>()

/** A company's logo, as `picture` gives it; the last few are kept. */
export async function logoPicture(bytes: Buffer): Promise<Picture | null> {
  const key = createHash('sha256').update(bytes).digest('base64')
  const known = logos.get(key)
  const logo = known === undefined ? await picture(bytes, LIMITS.logoBox) : known
  logos.delete(key)
  logos.set(key, logo)
  for (const oldest of logos.keys()) if (logos.size > LOGOS_KEPT) logos.delete(oldest)
  return logo
}

/** The bytes of a drawn signature's data URL, or null when it is something else. */
export function signatureBytes(dataUrl: string): Buffer | null {
  return DATA_URL.test(dataUrl) ? Buffer.from(dataUrl.replace(DATA_URL, ''), 'base64') : null
}

const startsWith = (bytes: Buffer, magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic)
