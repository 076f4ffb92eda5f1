import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Services } from '../services.ts'
import { setAside } from './set-aside.ts'

/** Logos are served at this public path followed by the file's name. */
export const LOGO_PATH = '/api/logos/'

const FILE = /^[0-9a-f-]{36}\.png$/

/**
 * Stores a company's logo, drawn anew as a PNG, and answers its public path `/api/logos/<file>`.
 *
 * @param bytes a PNG or JPEG of at most LIMITS.logoBytes and LIMITS.logoPixels
 * @throws AppError too_large, unsupported_type, invalid_input
 */
export async function storeLogo({ storage }: Pick<Services, 'storage'>, bytes: Buffer): Promise<string> {
  // Loaded when a logo comes in, as the image library would slow down every start.
  const { redrawLogo } = await import('./redraw-logo.ts')
  const drawn = await redrawLogo(bytes)
  const file = `${randomUUID()}.png`
  await storage.put(`logos/${file}`, Readable.from([drawn]))
  return `${LOGO_PATH}${file}`
}

/** The stored name of a logo's file name in a path; null for one this server never made. */
export const logoName = (file: string): string | null => (FILE.test(file) ? `logos/${file}` : null)

/**
 * Moves a logo that no company shows any more to the quarantine: a restored backup of the database may name it. What is
 * left behind by a failure is swept later.
 */
export async function removeLogo(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  url: string,
): Promise<void> {
  const name = url.startsWith(LOGO_PATH) ? logoName(url.slice(LOGO_PATH.length)) : null
  if (name === null) return
  try {
    await setAside(storage, name)
  } catch (error) {
    log.warn({ err: error, logo: name }, 'a logo was left behind')
  }
}
