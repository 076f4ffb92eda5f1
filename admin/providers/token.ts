/** The name is part of the product's contract. */
const TOKEN_KEY = 'token'

export const readToken = (): string | null => localStorage.getItem(TOKEN_KEY)

let own = readToken()

export function storeToken(token: string): void {
  own = token
  localStorage.setItem(TOKEN_KEY, token)
}

export function clearToken(): void {
  own = null
  localStorage.removeItem(TOKEN_KEY)
}

/** A new page may receive the event of a write that it has already read. */
export function onForeignToken(react: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN_KEY && newValue !== own) react()
  })
}

export function bearer(token: string | null = readToken()): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
