/** The bearer token of spec section 9: opaque, in localStorage under `token`. */
const TOKEN_KEY = 'token'

export const readToken = (): string | null => localStorage.getItem(TOKEN_KEY)

/** The token that this tab came with or has set last. */
let own = readToken()

export function storeToken(token: string): void {
  own = token
  localStorage.setItem(TOKEN_KEY, token)
}

export function clearToken(): void {
  own = null
  localStorage.removeItem(TOKEN_KEY)
}

/**
 * Calls `react` when another tab has signed out, or in as somebody else. A page that has just been loaded may yet be
 * told of what was written before it read the token itself: that is no change.
 */
export function onForeignToken(react: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN_KEY && newValue !== own) react()
  })
}

/** The Authorization header of the given token, else of the stored one; empty when there is none. */
export function bearer(token: string | null = readToken()): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
