import { randomBytes } from 'node:crypto'
import { webhookSecretContext } from '../../platform/crypto/contexts.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'

type Sealed = { id: string; secret: Uint8Array; previousUntil: Date | null }

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecrets = (keys: KeyRing, id: string, secrets: string[]): Buffer<ArrayBuffer> =>
  keys.wrap(Buffer.from(secrets.join(' ')), webhookSecretContext(id))

/** The secrets that sign now, the current one first. */
export function openSecrets(keys: KeyRing, { id, secret, previousUntil }: Sealed): string[] {
  const all = keys.unwrap(secret, webhookSecretContext(id)).toString().split(' ')
  return all.slice(0, previousUntil !== null && previousUntil > new Date() ? 2 : 1)
}
