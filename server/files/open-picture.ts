import sharp, { type Sharp } from 'sharp'
import { LIMITS } from '#domain/limits'

// Other formats' decoders are never reached, whatever a file claims to be (security.md 14).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })

/** A PNG or JPEG to be drawn anew; drawing fails for any other, a damaged one, and one of too many pixels. */
export const openPicture = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: LIMITS.logoPixels, failOn: 'error' })
