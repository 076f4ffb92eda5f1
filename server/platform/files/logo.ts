import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Services } from '../../services.ts'
import { AppError } from '../../errors.ts'
import { LOGO_PATH, parseLogoUrl } from './logo-url.ts'
import { quarantineFile } from './quarantine.ts'
import { openPicture } from './open-picture.ts'
import { typeOfBytes } from './sniff.ts'

export async function storeLogo({ storage }: Pick<Services, 'storage'>, bytes: Buffer): Promise<string> {
  const drawn = await redrawLogo(bytes)
  const file = `${randomUUID()}.png`
  await storage.put(`logos/${file}`, Readable.from([drawn]))
  return `${LOGO_PATH}${file}`
}

/** Quarantines a replaced logo, as a restored database may name it. The sweep retries what fails. */
export async function removeLogo(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  url: string,
): Promise<void> {
  const name = parseLogoUrl(url)
  if (name === null) return
  try {
    await quarantineFile(storage, name)
  } catch (error) {
    log.warn({ err: error, logo: name }, 'could not quarantine a replaced logo')
  }
}

/** Three times the size shown, for dense screens and print. */
const STORED_BOX = { width: LIMITS.logoBox.width * 3, height: LIMITS.logoBox.height * 3 }

async function redrawLogo(bytes: Buffer): Promise<Buffer> {
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
