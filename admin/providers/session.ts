import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/app-router.ts'
import { ACCOUNT_PATH, firstAccessiblePage } from '#domain/pages'
import type { PermissionHolder } from '#domain/permissions'
import { call, trpc } from './trpc-client.ts'
import { isLeaving, onceStayed } from './leaving.ts'
import { forgetSearchTexts } from './search-texts.ts'
import { clearToken, onForeignToken, readToken, storeToken } from './token.ts'

export type SessionUser = inferRouterOutputs<AppRouter>['user']['me']['data']

/** What the login page says when somebody comes to it not of their own will. */
export type Notice = 'ended' | 'unreachable' | 'no-pages' | null

/** `user` null: nobody, or not known yet. */
export type Session = { user: SessionUser | null; notice: Notice }

let current: Session = { user: null, notice: null }
let loading: Promise<SessionUser> | null = null
const listeners = new Set<() => void>()

function set(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

/** The session as it is now; another object after each change. */
export const sessionSnapshot = (): Session => current

/** Calls `listener` after each change of the session; answers how to stop that. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Is there a token? Whether it still holds only the server knows. */
export const isSignedIn = (): boolean => readToken() !== null

/** Who is signed in, asked once; a failure signs out (spec section 4) and throws ApiError. */
export function loadUser(): Promise<SessionUser> {
  if (current.user !== null) return Promise.resolve(current.user)
  loading ??= fetchUser().finally(() => (loading = null))
  return loading
}

/** Asks again what the user may do; the guard acts on the answer. Without one, what is known so far stands. */
export const refreshUser = (): Promise<void> =>
  fetchUser((error) => toNotice(error) === 'ended').then(
    () => undefined,
    () => undefined,
  )

async function fetchUser(isOver: (error: unknown) => boolean = () => true): Promise<SessionUser> {
  const token = readToken()
  try {
    const { data } = await call(trpc.user.me.query())
    // A sign-out in the meantime wins.
    if (readToken() === token) set({ user: data, notice: null })
    return data
  } catch (error) {
    // A request cut off by leaving the page says nothing about the session.
    const cutOff = toNotice(error) === 'unreachable' && isLeaving()
    if (cutOff) onceStayed(loadIfUnknown)
    else if (readToken() === token && isOver(error)) endSession(token === null ? null : toNotice(error))
    throw error
  }
}

/** Loads the user of a token that is there; what comes of it is told by the session. */
export function loadIfUnknown(): void {
  if (isSignedIn()) loadUser().catch(() => undefined)
}

const toNotice = (error: unknown): Notice =>
  error instanceof Error && 'status' in error && error.status === 401 ? 'ended' : 'unreachable'

/**
 * Signs in and loads the user; throws ApiError, with the code `otp_required` and a ticket for `verifySignIn` where a
 * second step is needed. No token travels while it runs.
 */
export async function signIn(email: string, password: string): Promise<SessionUser> {
  clearToken()
  set({ user: null, notice: null })
  const { data } = await call(trpc.auth.login.mutate({ email, password }, NO_TOKEN))
  storeToken(data.token)
  return loadUser()
}

/** The second step of signing in; throws ApiError. */
export async function verifySignIn(ticket: string, code: string): Promise<SessionUser> {
  const { data } = await call(trpc.auth.verify.mutate({ ticket, code }, NO_TOKEN))
  storeToken(data.token)
  return loadUser()
}

const NO_TOKEN = { context: { token: null } }

/** Forgets token and user at once; the server ends its session as soon as it hears of it. */
export function signOut(notice: Notice = null): void {
  const token = readToken()
  // A session that has ended by itself has said why; leaving the panel afterwards does not take that back.
  endSession(token === null ? (notice ?? current.notice) : notice)
  if (token === null) return
  call(trpc.auth.logout.mutate(undefined, { context: { token } })).catch(() => {
    // The token is gone from this browser; an unreachable server lets the session run out.
  })
}

/** The session is over without a word to the server. */
export function endSession(notice: Notice): void {
  clearToken()
  forgetSearchTexts()
  loading = null
  set({ user: null, notice })
}

/** What `can()` needs to know of the user. */
export const toHolder = (user: SessionUser): PermissionHolder => ({
  isAdmin: user.isAdmin,
  userType: user.role?.userType ?? 'user',
  permissions: user.role?.permissions ?? [],
})

export const mustSetUpOtp = (user: SessionUser): boolean => user.otpRequired && !user.otp

/** Must they choose a password or set up a second step first? Until then they reach their account alone. */
export const isHeldBack = (user: SessionUser): boolean => user.passwordChangeRequired || mustSetUpOtp(user)

/** Path of the first page the user may see; null when there is none. */
export function findHome(user: SessionUser): string | null {
  const page = firstAccessiblePage(toHolder(user))
  return page && (isHeldBack(user) ? ACCOUNT_PATH : page.path)
}

/** Signing out, or in as somebody else, in another tab holds for this one too. */
onForeignToken(() => window.location.assign('/'))

/** Whoever comes back to this tab finds what they may do by now, as a role may have changed meanwhile. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && current.user !== null) void refreshUser()
})

/** A page that is shown again as it was left may have been cut off while it loaded its user. */
window.addEventListener('pageshow', ({ persisted }) => persisted && loadIfUnknown())
