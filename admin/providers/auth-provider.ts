import type { AuthProvider } from 'react-admin'
import { ACTIONS, canPerform, type Action } from '#domain/actions'
import { getOwn } from '#domain/get-own'
import { PAGES } from '#domain/pages'
import { endSession, toHolder, loadUser, refreshUser, signIn, signOut } from './session.ts'

/** The login page gives the reason, so react-admin shows none. */
const toLogin = { redirectTo: '/', message: false as const }

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

  /** Reloads the user after a 403, as the role may have changed. The page shows the failure. */
  checkError: async (error: { status?: number } | undefined) => {
    if (error?.status === 401) {
      endSession('ended')
      throw toLogin
    }
    if (error?.status === 403) await refreshUser()
  },

  getIdentity: async () => {
    const user = await loadUser()
    return { id: user.id, fullName: user.name, email: user.email }
  },

  getPermissions: async () => toHolder(await loadUser()),

  canAccess: async ({ resource, action }) => {
    const required = toAction(resource, action)
    return required !== null && canPerform(toHolder(await loadUser()), required)
  },
}

const VERBS: Record<string, string> = { show: 'list', edit: 'update' }

export function toAction(resource: string, action: string): Action | null {
  const { entity = '' } = PAGES.find(({ key }) => key === resource) ?? {}
  const managed = entity === 'api-key' ? 'integration.manage' : `${entity}.manage`
  const named = `${entity}.${getOwn(VERBS, action) ?? action}`
  return [managed, named].find(isAction) ?? null
}

const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text)
