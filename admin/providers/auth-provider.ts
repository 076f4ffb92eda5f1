import type { AuthProvider } from 'react-admin'
import { PAGES } from '#domain/pages'
import { can, type Permission } from '#domain/permissions'
import { endSession, holderOf, loadUser, signIn, signOut } from './session.ts'

/** react-admin shows no message of its own: the login page says why somebody landed there. */
const toLogin = { redirectTo: '/', message: false as const }

/** The session as react-admin wants it. */
export const authProvider: AuthProvider = {
  login: async ({ email, password }: { email: string; password: string }) => {
    await signIn(email, password)
  },

  logout: async () => {
    signOut()
    return '/'
  },

  checkAuth: async () => {
    try {
      await loadUser()
    } catch {
      throw toLogin
    }
  },

  /** 401 ends the session; 403 leaves it and says so on a page of its own; the rest is the caller's to show. */
  checkError: async (error: { status?: number } | undefined) => {
    if (error?.status === 401) {
      endSession('ended')
      throw toLogin
    }
    if (error?.status === 403) throw { redirectTo: '/unauthorized', logoutUser: false, message: false }
  },

  getIdentity: async () => {
    const user = await loadUser()
    return { id: user.id, fullName: user.name, email: user.email }
  },

  getPermissions: async () => holderOf(await loadUser()),

  /** Resources are named by their page (see resource-paths.ts); a page's permission opens its list and its records. */
  canAccess: async ({ resource }) => {
    const permission = permissionOf(resource)
    return permission !== null && can(holderOf(await loadUser()), permission)
  },
}

const permissionOf = (resource: string): Permission | null =>
  PAGES.find((page) => page.key === resource)?.permission ?? null
