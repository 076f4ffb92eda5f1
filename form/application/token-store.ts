import { attemptStorage } from '../browser-storage.ts'

/** The token of a link's form session under `form_session_<slug>`; it lives as long as the page if storage throws. */
export type TokenStore = {
  readonly lasts: boolean
  read(): string | null
  write(token: string): void
  /** Forgets this page's token; another tab's stays. */
  clear(token: string): void
  /** Remembers that the server has something under a token. */
  markBegun(token: string): void
  isBegun(token: string): boolean
  /** Remembers that the page around knows of a token's application. @returns false if it was known already */
  markTold(token: string): boolean
}

const PROBE = 'form_session_probe'

export function createTokenStore(slug: string): TokenStore {
  const key = `form_session_${slug}`
  const begunKey = `form_begun_${slug}`
  const toldKey = `form_told_${slug}`
  let toldInMemory: string | null = null
  const holds = (name: string, token: string) => attemptStorage((storage) => storage.getItem(name)) === token
  // A full or blocked storage may be readable and refuse to be written.
  const lasts =
    attemptStorage((storage) => {
      storage.setItem(PROBE, '')
      storage.removeItem(PROBE)
      return true
    }) ?? false
  return {
    lasts,
    read: () => attemptStorage((storage) => storage.getItem(key)),
    write: (token) => void attemptStorage((storage) => storage.setItem(key, token)),
    clear: (token) =>
      void attemptStorage((storage) => {
        for (const each of [key, begunKey, toldKey])
          if (storage.getItem(each) === token) storage.removeItem(each)
      }),
    markBegun: (token) => void attemptStorage((storage) => storage.setItem(begunKey, token)),
    isBegun: (token) => holds(begunKey, token),
    markTold: (token) => {
      if (toldInMemory === token || holds(toldKey, token)) return false
      toldInMemory = token
      attemptStorage((storage) => storage.setItem(toldKey, token))
      return true
    },
  }
}
