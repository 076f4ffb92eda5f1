import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { AppError } from '../errors.ts'
import { openPicture } from './open-picture.ts'
import { typeOfBytes } from './sniff.ts'

/** Three times the size shown, for dense screens and print. */
const STORED_BOX = { width: LIMITS.logoBox.width * 3, height: LIMITS.logoBox.height * 3 }

export async function redrawLogo(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > LIMITS.logoBytes) throw new AppError('too_large', serverMessages.logo.tooLarge)
  const type = typeOfBytes(bytes)
  if (type !== 'image/png' && type !== 'image/jpeg') {
    throw new AppError('unsupported_type', serverMessages.logo.wrongType)
  }
  try {
    const picture = await openPicture(bytes)
    return await picture
      .rotate()
      .resize({ ...STORED_BOX, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch (cause) {
    throw new AppError('invalid_input', serverMessages.logo.damaged, { cause })
  }
}
