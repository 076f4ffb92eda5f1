import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Services } from '../services.ts'
import { LOGO_PATH, parseLogoUrl } from './logo-url.ts'
import { quarantineFile } from './quarantine.ts'
import { redrawLogo } from './redraw-logo.ts'

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
