import { LIMITS } from '#domain/limits'
import type { User } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { asSystem } from './actor.ts'

type With = Pick<Services, 'db' | 'keys'>

const LIFETIME_MS = LIMITS.otpTicketMinutes * 60_000
const TICKET = /^([^.]+)\.(\d+)\.([A-Za-z0-9_-]{43})$/

/**
 * Says that somebody gave the right password just now, and nothing else: `<user>.<end, ms>.<mac>`. A new password voids
 * it, as the old one's hash is part of what is signed.
 */
export function newTicket({ keys }: With, user: Pick<User, 'id' | 'passwordHash'>): string {
  const end = String(Date.now() + LIFETIME_MS)
  return `${user.id}.${end}.${keys.mac('sign-in-ticket', user.id, end, user.passwordHash).toString('base64url')}`
}

/** Whose ticket it is, an active user; null for one that is forged, too old or void. */
export async function ticketHolder({ db, keys }: With, ticket: string): Promise<User | null> {
  const [, userId = '', end = '', mac = ''] = TICKET.exec(ticket) ?? []
  if (!(Number(end) > Date.now())) return null
  const user = await asSystem(db, 'sign-in', (client) => client.user.findUnique({ where: { id: userId } }))
  if (!user?.active) return null
  const given = Buffer.from(mac, 'base64url')
  return keys.verifyMac(given, 'sign-in-ticket', user.id, end, user.passwordHash) ? user : null
}
