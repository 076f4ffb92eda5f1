/** The bearer token of spec section 9: opaque, in localStorage under `token`. */
export const TOKEN_KEY = 'token'

export const readToken = (): string | null => localStorage.getItem(TOKEN_KEY)
export const storeToken = (token: string): void => localStorage.setItem(TOKEN_KEY, token)
export const clearToken = (): void => localStorage.removeItem(TOKEN_KEY)

/** The Authorization header of the given token, else of the stored one; empty when there is none. */
export function bearer(token: string | null = readToken()): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
