import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ACCOUNT_PATH, CONNECT_PATH, canVisit, canOpenPage, PAGES } from '#domain/pages'
import { isRecord } from '#domain/json'
import {
  toHolder,
  isHeldBack,
  isSignedIn,
  loadIfUnknown,
  sessionSnapshot,
  subscribeSession,
  findHome,
  type SessionUser,
} from '../providers/session.ts'
import { Waiting } from './plain-parts.tsx'

export const useSession = () => useSyncExternalStore(subscribeSession, sessionSnapshot)

/** Redirects before the panel loads, so that the history keeps the previous address. */
export const RouteGuard = ({ children }: { children: ReactNode }) => {
  const { user } = useSession()
  const { pathname } = useLocation()

  useEffect(loadIfUnknown, [])

  // After a sign-out on this page, the next sign-in does not lead back to it.
  const [wasHere, setWasHere] = useState(false)
  if (user !== null && !wasHere) setWasHere(true)

  if (!isSignedIn()) return <Navigate to="/" replace state={wasHere ? null : cameFor(pathname)} />
  if (user === null) return <Waiting />
  if (isHeldBack(user) && pathname !== ACCOUNT_PATH)
    return <Navigate to={ACCOUNT_PATH} replace state={cameFor(pathname)} />
  if (!canVisit(toHolder(user), pathname)) return <Navigate to="/unauthorized" replace />
  return children
}

const cameFor = (pathname: string) => ({ cameFor: pathname })

/** The record of a link, for example in a mail, or the app that asks to be connected, or else the user's first page. */
export function findLanding(user: SessionUser, state: unknown): string | null {
  const wanted = pathIn(state)
  const page = PAGES.find(({ path }) => wanted.startsWith(`${path}/`))
  const isOpen = page ? canOpenPage(toHolder(user), page) : wanted.startsWith(CONNECT_PATH)
  return isOpen ? wanted : findHome(user)
}

/** The page at which the guard stopped the user, or else the user's first page. */
export function headedFor(user: SessionUser, state: unknown): string {
  const wanted = pathIn(state)
  const isPage = wanted.startsWith('/admin/') && wanted !== ACCOUNT_PATH
  return isPage && canVisit(toHolder(user), wanted) ? wanted : (findHome(user) ?? '/')
}

const pathIn = (state: unknown): string =>
  isRecord(state) && typeof state.cameFor === 'string' ? state.cameFor : ''
