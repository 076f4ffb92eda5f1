import { LIMITS } from '#domain/limits'
import type { KeyRing } from '../crypto/keys.ts'
import type { Database } from '../database/db.ts'
import { asSystem } from '../database/transactions.ts'
import type { User } from '../generated/client.ts'

const LIFETIME_MS = LIMITS.otpTicketMinutes * 60_000
const TICKET = /^([^.]+)\.(\d+)\.([A-Za-z0-9_-]{43})$/

/** Proves that the user has just given the password: `<user>.<end, ms>.<mac>`. A new password voids it. */
export function newTicket(
  { keys }: { keys: KeyRing },
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
): string {
  const end = String(Date.now() + LIFETIME_MS)
  return `${id}.${end}.${keys.mac('sign-in-ticket', id, end, passwordHash).toString('base64url')}`
}

/** The ticket's active user; null for a ticket that is forged, too old or void. */
export async function findTicketHolder(
  { db, keys }: { db: Database; keys: KeyRing },
  ticket: string,
): Promise<User | null> {
  const [, userId = '', end = '', mac = ''] = TICKET.exec(ticket) ?? []
  if (!(Number(end) > Date.now())) return null
  const user = await asSystem(db, 'sign-in', (client) => client.user.findUnique({ where: { id: userId } }))
  if (!user?.active) return null
  const given = Buffer.from(mac, 'base64url')
  return keys.verifyMac(given, 'sign-in-ticket', user.id, end, user.passwordHash) ? user : null
}
