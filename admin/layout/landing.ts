import { isRecord } from '#domain/json'
import { ACCOUNT_PATH, canOpenPage, canVisit, PAGES } from '#domain/pages'
import { toHolder, findHome, type SessionUser } from '../providers/session.ts'

export const cameFor = (pathname: string) => ({ cameFor: pathname })

/** The record that a link, such as a mail's, was about, else the user's first page; null without one. */
export function findLanding(user: SessionUser, state: unknown): string | null {
  const wanted = pathIn(state)
  const page = PAGES.find(({ path }) => wanted.startsWith(`${path}/`))
  return page !== undefined && canOpenPage(toHolder(user), page) ? wanted : findHome(user)
}

/** The page at which the guard stopped a user who had something to set up, else the user's first page. */
export function headedFor(user: SessionUser, state: unknown): string {
  const wanted = pathIn(state)
  const isPage = wanted.startsWith('/admin/') && wanted !== ACCOUNT_PATH
  return isPage && canVisit(toHolder(user), wanted) ? wanted : (findHome(user) ?? '/')
}

const pathIn = (state: unknown): string =>
  isRecord(state) && typeof state.cameFor === 'string' ? state.cameFor : ''
