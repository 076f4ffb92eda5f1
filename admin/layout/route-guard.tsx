import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ACCOUNT_PATH, canVisit } from '#domain/pages'
import {
  toHolder,
  isHeldBack,
  isSignedIn,
  loadIfUnknown,
  sessionSnapshot,
  subscribeSession,
} from '../providers/session.ts'
import { cameFor } from './landing.ts'
import { Waiting } from './waiting.tsx'

export const useSession = () => useSyncExternalStore(subscribeSession, sessionSnapshot)

/** Stands before the panel, so that the address the user came from stays one step back in the history. */
export const RouteGuard = ({ children }: { children: ReactNode }) => {
  const { user } = useSession()
  const { pathname } = useLocation()

  useEffect(loadIfUnknown, [])

  // A user who signs out here has not come for this page.
  const [wasHere, setWasHere] = useState(false)
  if (user !== null && !wasHere) setWasHere(true)

  if (!isSignedIn()) return <Navigate to="/" replace state={wasHere ? null : cameFor(pathname)} />
  if (user === null) return <Waiting />
  if (isHeldBack(user) && pathname !== ACCOUNT_PATH)
    return <Navigate to={ACCOUNT_PATH} replace state={cameFor(pathname)} />
  if (!canVisit(toHolder(user), pathname)) return <Navigate to="/unauthorized" replace />
  return children
}
