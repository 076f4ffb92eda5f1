import { LIMITS } from './limits.ts'
import { normalized } from './stream-safe.ts'

/** Labels of letters and digits in any script, hyphens only inside; the last begins with a letter (RFC 1123, 5890). */
const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source
export const DOMAIN = `(?:${LABEL}\\.)+(?=\\p{L})(?=.{2})${LABEL}`

/** Before the @, words joined by single points, 64 characters at most (RFC 5321, but for quoting). */
const WORD = /[^\s\p{Cc}@<>"(),;:\\[\].]+/u.source
const ADDRESS = new RegExp(`^(?=.{1,64}@)${WORD}(?:\\.${WORD})*@${DOMAIN}$`, 'u')

/** Whether mail can be sent to this address. No address contains anything that ends a mail's header. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LIMITS.emailLength && ADDRESS.test(text)

const GMAIL = ['gmail.com', 'googlemail.com']

/** Senders choose among the spellings of a mailbox, so counters use this one. Only Gmail ignores points. */
export function toMailbox(address: string): string {
  const [name = '', domain = ''] = normalized(address, 'NFKC').trim().toLowerCase().split('@')
  const untagged = name.replace(/\+.*/, '')
  return GMAIL.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

export const addressesIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

export const addressList = (addresses: readonly string[]): string => addresses.join(', ')
