import { isRecord } from '#domain/json'
import { ACCOUNT_PATH, canOpenPage, canVisit, PAGES } from '#domain/pages'
import { toHolder, findHome, type SessionUser } from '../providers/session.ts'

/** What the login page is told of where somebody wanted to go. */
export const cameFor = (pathname: string) => ({ cameFor: pathname })

/**
 * Where signing in leads: to the record that somebody came for by a link, such as a mail's, else to the first page that
 * is theirs; null when none is.
 */
export function findLanding(user: SessionUser, state: unknown): string | null {
  const wanted = pathIn(state)
  const page = PAGES.find(({ path }) => wanted.startsWith(`${path}/`))
  return page !== undefined && canOpenPage(toHolder(user), page) ? wanted : findHome(user)
}

/** Where the guard stopped somebody who had something to set up first, else their first page. */
export function headedFor(user: SessionUser, state: unknown): string {
  const wanted = pathIn(state)
  const isPage = wanted.startsWith('/admin/') && wanted !== ACCOUNT_PATH
  return isPage && canVisit(toHolder(user), wanted) ? wanted : (findHome(user) ?? '/')
}

const pathIn = (state: unknown): string =>
  isRecord(state) && typeof state.cameFor === 'string' ? state.cameFor : ''
