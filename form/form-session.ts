/** What remembers a session's token between visits. */
export type TokenStore = { read(): string | null; write(token: string): void; clear(): void }

/**
 * The token of a form session under `form_session_<slug>` (spec section 9). Where `localStorage` throws, as it does in
 * other sites' frames, the token lives as long as the page.
 */
export function browserTokenStore(slug: string): TokenStore {
  const key = `form_session_${slug}`
  let inMemory: string | null = null
  const attempt = <T>(act: (storage: Storage) => T): T | null => {
    try {
      return act(window.localStorage)
    } catch {
      return null
    }
  }
  return {
    read: () => inMemory ?? attempt((storage) => storage.getItem(key)),
    write: (token) => {
      inMemory = token
      attempt((storage) => storage.setItem(key, token))
    },
    clear: () => {
      inMemory = null
      attempt((storage) => storage.removeItem(key))
    },
  }
}

export type FormSession = {
  /** The token of an earlier visit, if there is one. */
  stored(): string | null
  /** The token, asked for when there is none yet; callers at the same time share one call. */
  token(): Promise<string>
  /** A new token in place of one the server no longer takes; whoever comes second gets the first one's. */
  renew(refused: string): Promise<string>
  /** Forgets the token and takes a new one, once an application is in (spec section 4). */
  startOver(): Promise<string>
}

/** `initialise` asks the server for a token. A failed call is forgotten, so that the next need asks again. */
export function createFormSession(store: TokenStore, initialise: () => Promise<string>): FormSession {
  let pending: Promise<string> | null = null
  const ask = (): Promise<string> =>
    (pending ??= initialise()
      .then((token) => {
        store.write(token)
        return token
      })
      .finally(() => {
        pending = null
      }))
  const token = async (): Promise<string> => store.read() ?? ask()
  return {
    stored: () => store.read(),
    token,
    renew: (refused) => {
      if (store.read() === refused) store.clear()
      return token()
    },
    startOver: () => {
      store.clear()
      return ask()
    },
  }
}
