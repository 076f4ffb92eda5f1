import type { KeyRing } from '../platform/crypto/keys.ts'
import { isUuid } from '../lib/uuid.ts'

/**
 * `<submission's uuid>.<base64url(HMAC)>`: made anew by each repeated submit, without a row. The first part of the MAC is
 * no uuid, so that a form session's token never passes for a receipt.
 */
export const makeReceiptToken = (keys: KeyRing, submissionId: string, about: About = 'receipt'): string =>
  `${submissionId}.${keys.mac('form-session', about, submissionId).toString('base64url')}`

/** The same for the link that ends the reminders of a request, and for the page of a package to a funder. */
type About = 'receipt' | 'unsubscribe' | 'package'

/** @returns the submission's id, or null */
export function verifyReceiptToken(keys: KeyRing, token: string, about: About = 'receipt'): string | null {
  const [id = '', proof = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isUuid(id) || !/^[\w-]{43}$/.test(proof)) return null
  return keys.verifyMac(Buffer.from(proof, 'base64url'), 'form-session', about, id) ? id : null
}
