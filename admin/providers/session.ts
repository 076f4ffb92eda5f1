import { parseJson } from '#domain/json'
import { ACCOUNT_PATH, firstAccessiblePage } from '#domain/pages'
import type { PermissionHolder } from '#domain/permissions'
import { type Outputs, call, trpc } from './trpc-client.ts'
import { forgetSearchTexts } from './search-texts.ts'
import { clearToken, onForeignToken, readToken, storeToken } from './token.ts'

export type SessionUser = Outputs['user']['me']['data']

export type Notice = 'ended' | 'unreachable' | 'no-pages' | null

/** `user` is null before sign-in and while the user is loaded. */
type Session = { user: SessionUser | null; notice: Notice }

let current: Session = { user: null, notice: null }
let loading: Promise<SessionUser> | null = null
const listeners = new Set<() => void>()

function set(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

export const sessionSnapshot = (): Session => current

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isSignedIn = (): boolean => readToken() !== null

/** Asks the server once; a failure signs out. @throws ApiError */
export function loadUser(): Promise<SessionUser> {
  if (current.user !== null) return Promise.resolve(current.user)
  loading ??= fetchUser().finally(() => (loading = null))
  return loading
}

/** Keeps the known user if the server does not answer. */
export const refreshUser = (): Promise<void> =>
  fetchUser((error) => toNotice(error) === 'ended').then(
    () => undefined,
    () => undefined,
  )

async function fetchUser(isOver: (error: unknown) => boolean = () => true): Promise<SessionUser> {
  const token = readToken()
  try {
    const { data } = await call(trpc.user.me.query())
    // Ignores the answer if the user has signed out meanwhile.
    if (readToken() === token) set({ user: data, notice: null })
    return data
  } catch (error) {
    // Unloading the page aborts requests, which says nothing about the session.
    const cutOff = toNotice(error) === 'unreachable' && isLeaving()
    if (cutOff) onceStayed(loadIfUnknown)
    else if (readToken() === token && isOver(error)) endSession(token === null ? null : toNotice(error))
    throw error
  }
}

export function loadIfUnknown(): void {
  if (isSignedIn()) loadUser().catch(() => undefined)
}

const toNotice = (error: unknown): Notice =>
  error instanceof Error && 'status' in error && error.status === 401 ? 'ended' : 'unreachable'

/** @throws ApiError with the code `otp_required` and a ticket for `verifySignIn` if a second step is needed */
export async function signIn(email: string, password: string): Promise<SessionUser> {
  clearToken()
  set({ user: null, notice: null })
  const { data } = await call(trpc.auth.login.mutate({ email, password }, NO_TOKEN))
  storeToken(data.token)
  return loadUser()
}

export async function verifySignIn(ticket: string, code: string): Promise<SessionUser> {
  const { data } = await call(trpc.auth.verify.mutate({ ticket, code }, NO_TOKEN))
  storeToken(data.token)
  return loadUser()
}

/** If the server does not say, it may be. */
export const isSsoOffered = (): Promise<boolean> =>
  call(trpc.auth.sso.query(undefined, NO_TOKEN)).then(
    ({ data }) => data.offered,
    () => true,
  )

/** Redirects to the company's provider, which leads back into this tab. */
export async function startSso(email: string, state: unknown): Promise<null> {
  const { data } = await call(trpc.auth.startSso.mutate({ email }, NO_TOKEN))
  sessionStorage.setItem(SSO_ATTEMPT, data.attempt)
  sessionStorage.setItem(SSO_STATE, JSON.stringify(state))
  window.location.assign(data.url)
  return null
}

export async function finishSso(company: string, answer: string): Promise<SessionUser> {
  // Whoever comes by a tile of the provider, or goes back, has neither; the server's answer says how to go on.
  const attempt = sessionStorage.getItem(SSO_ATTEMPT) ?? 'none'
  for (const key of [SSO_ATTEMPT, SSO_STATE]) sessionStorage.removeItem(key)
  const { data } = await call(
    trpc.auth.finishSso.mutate({ attempt, company, answer: answer || '?' }, NO_TOKEN),
  )
  storeToken(data.token)
  return loadUser()
}

/** The login page's location state, stored before the redirect to the provider. */
export const ssoState = (): unknown => parseJson(sessionStorage.getItem(SSO_STATE) ?? '')

const SSO_ATTEMPT = 'sso-attempt'
const SSO_STATE = 'sso-state'
const NO_TOKEN = { context: { token: null } }

export function signOut(notice: Notice = null): void {
  const token = readToken()
  // Keeps the notice of a session that has ended by itself.
  endSession(token === null ? (notice ?? current.notice) : notice)
  if (token === null) return
  call(trpc.auth.logout.mutate(undefined, { context: { token } })).catch(() => {
    // The session of an unreachable server expires.
  })
}

export function endSession(notice: Notice): void {
  clearToken()
  forgetSearchTexts()
  loading = null
  set({ user: null, notice })
}

export const toHolder = (user: SessionUser): PermissionHolder => ({
  isAdmin: user.isAdmin,
  userType: user.role?.userType ?? 'user',
  permissions: user.role?.permissions ?? [],
  scope: user.role?.scope,
})

export const mustSetUpOtp = (user: SessionUser): boolean => user.otpRequired && !user.otp

/** These users reach only their own account. */
export const isHeldBack = (user: SessionUser): boolean => user.passwordChangeRequired || mustSetUpOtp(user)

export function findHome(user: SessionUser): string | null {
  const page = firstAccessiblePage(toHolder(user))
  return page && (isHeldBack(user) ? ACCOUNT_PATH : page.path)
}

/** A sign-out, or a sign-in as another user, in another tab. */
onForeignToken(() => window.location.assign('/'))

/** The role may have changed while the tab was hidden. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && current.user !== null) void refreshUser()
})

/** A page from the back-forward cache may have been left while its user was loading. */
window.addEventListener('pageshow', ({ persisted }) => persisted && loadIfUnknown())

/** Milliseconds, as users may stay when they are asked before the page unloads. */
const DEPARTURE = 10_000

let leftAt = -Infinity

/** Browsers abort requests while a page unloads, which looks like a lost connection. */
const isLeaving = (): boolean => performance.now() - leftAt < DEPARTURE

function onceStayed(callback: () => void): void {
  setTimeout(callback, DEPARTURE)
}

for (const type of ['beforeunload', 'pagehide']) {
  window.addEventListener(type, () => {
    leftAt = performance.now()
  })
}
window.addEventListener('pageshow', () => {
  leftAt = -Infinity
})
