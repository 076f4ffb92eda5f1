import sharp, { type Sharp } from 'sharp'
import { LIMITS } from '#domain/limits'

// Blocks the decoders of all other formats, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })

export const openPicture = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: LIMITS.logoPixels, failOn: 'error' })
