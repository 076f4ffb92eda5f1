import { isRecord } from '#domain/json'
import { canOpen, PAGES } from '#domain/pages'
import { holderOf, homeOf, type SessionUser } from '../providers/session.ts'

/** What the login page is told of where somebody wanted to go. */
export const cameFor = (pathname: string) => ({ cameFor: pathname })

/**
 * Where signing in leads: to the record that somebody came for by a link, such as a mail's, else to the first page that
 * is theirs; null when none is.
 */
export function landingOf(user: SessionUser, state: unknown): string | null {
  const wanted = isRecord(state) && typeof state.cameFor === 'string' ? state.cameFor : ''
  const page = PAGES.find(({ path }) => wanted.startsWith(`${path}/`))
  return page !== undefined && canOpen(holderOf(user), page) ? wanted : homeOf(user)
}
