import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authProvider } from './auth-provider.ts'
import { fakeNetwork, STAFF, trpcData, trpcRefusal, type Sent } from './server.fixture.ts'
import { endSession, refreshUser, sessionSnapshot } from './session.ts'

beforeEach(() => endSession(null))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const answers = ({ url, headers }: Sent) => {
  if (url.pathname.endsWith('/auth.login')) return trpcData({ token: 'fresh', role: null, permissions: [] })
  if (url.pathname.endsWith('/auth.logout')) return trpcData({ signedOut: true })
  return headers.get('authorization') === 'Bearer fresh'
    ? trpcData(STAFF)
    : trpcRefusal(401, 'Please sign in.')
}

test('signing in stores the token and loads the user; no old token travels with it', async () => {
  localStorage.setItem('token', 'old')
  const sent = fakeNetwork(answers)
  await authProvider.login({ email: 'staff@example.com', password: 'x' })
  expect(localStorage.getItem('token')).toBe('fresh')
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/trpc/auth.login', '/api/trpc/user.me'])
  expect(sent[0]?.headers.get('authorization')).toBeNull()
  expect(await authProvider.getIdentity?.()).toMatchObject({ id: 'user-1', fullName: 'Staff Member' })
})

test('the user is asked for once, however many want to know', async () => {
  localStorage.setItem('token', 'fresh')
  const sent = fakeNetwork(answers)
  await Promise.all([
    authProvider.checkAuth({}),
    authProvider.checkAuth({}),
    authProvider.getPermissions?.({}),
  ])
  await authProvider.checkAuth({})
  expect(sent).toHaveLength(1)
})

test('a failed user fetch signs out and leads to the login page, without a message of its own', async () => {
  localStorage.setItem('token', 'stale')
  fakeNetwork(answers)
  await expect(authProvider.checkAuth({})).rejects.toEqual({ redirectTo: '/', message: false })
  expect(localStorage.getItem('token')).toBeNull()
  expect(sessionSnapshot()).toEqual({ user: null, notice: 'ended' })
})

test('signing out forgets token and user at once and tells the server with the old token', async () => {
  localStorage.setItem('token', 'fresh')
  const sent = fakeNetwork(answers)
  await authProvider.checkAuth({})
  expect(await authProvider.logout({})).toBe('/')
  expect(localStorage.getItem('token')).toBeNull()
  expect(sessionSnapshot().user).toBeNull()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]?.url.pathname).toBe('/api/trpc/auth.logout')
  expect(sent[1]?.headers.get('authorization')).toBe('Bearer fresh')
})

test('an answer that comes after signing out does not sign in again', async () => {
  localStorage.setItem('token', 'fresh')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  fakeNetwork(async (sent) => {
    if (sent.url.pathname.endsWith('/user.me')) await held
    return answers(sent)
  })
  const checking = authProvider.checkAuth({})
  await authProvider.logout({})
  release()
  await checking
  expect(sessionSnapshot().user).toBeNull()
})

test('401 ends the session; 403 loads the user anew, as the role may have changed; other failures are left to the page', async () => {
  localStorage.setItem('token', 'fresh')
  let permissions = ['page:forms']
  fakeNetwork(() => trpcData({ ...STAFF, role: { ...STAFF.role, permissions } }))
  await authProvider.checkAuth({})
  permissions = []
  await expect(authProvider.checkError({ status: 403 })).resolves.toBeUndefined()
  expect(sessionSnapshot().user?.role?.permissions).toEqual([])
  await expect(authProvider.checkError({ status: 503 })).resolves.toBeUndefined()
  await expect(authProvider.checkError({ status: 401 })).rejects.toMatchObject({ redirectTo: '/' })
  expect(localStorage.getItem('token')).toBeNull()
  // react-admin signs out after that; the reason must last until the login page shows it.
  await authProvider.logout({})
  expect(sessionSnapshot().notice).toBe('ended')
})

test('loading the user anew signs out when the session has ended, and not for want of an answer', async () => {
  localStorage.setItem('token', 'fresh')
  let status = 200
  fakeNetwork(() => (status === 200 ? trpcData(STAFF) : trpcRefusal(status, 'No.')))
  await authProvider.checkAuth({})
  status = 503
  await refreshUser()
  expect(sessionSnapshot().user?.id).toBe(STAFF.id)
  status = 401
  await refreshUser()
  expect(sessionSnapshot()).toEqual({ user: null, notice: 'ended' })
})

test.each([
  [['page:forms'], true],
  [['page:companies'], false],
  [['userType:company'], true],
])('with %j the list of submissions opens: %s', async (permissions, allowed) => {
  localStorage.setItem('token', 'fresh')
  fakeNetwork(() => trpcData({ ...STAFF, role: { ...STAFF.role, permissions } }))
  expect(await authProvider.canAccess?.({ resource: 'forms', action: 'list' })).toBe(allowed)
  expect(await authProvider.canAccess?.({ resource: 'nothing', action: 'list' })).toBe(false)
})

test('somebody without a role may open nothing', async () => {
  localStorage.setItem('token', 'fresh')
  fakeNetwork(() => trpcData({ ...STAFF, role: null }))
  expect(await authProvider.canAccess?.({ resource: 'forms', action: 'list' })).toBe(false)
})
