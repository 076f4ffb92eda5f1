import { attemptStorage } from '../browser-storage.ts'

/** What remembers a session's token between visits; `lasts` is false where it is forgotten with the page. */
export type TokenStore = {
  readonly lasts: boolean
  read(): string | null
  write(token: string): void
  /** Remembers that the server has something under this page's token; `clear` forgets that too. */
  mark(): void
  /** Was the token that `read` answers marked, on this visit or an earlier one? */
  marked(): boolean
  /** Remembers that the page around knows of this token's application. */
  tell(token: string): void
  told(token: string): boolean
  /** Forgets this page's token; another tab's stays. */
  clear(): void
}

/**
 * The token of a form session under `form_session_<slug>` (spec section 9). Where `localStorage` throws, as it does in
 * other sites' frames, the token lives as long as the page.
 */
export function browserTokenStore(slug: string): TokenStore {
  const key = `form_session_${slug}`
  const markKey = `form_begun_${slug}`
  const toldKey = `form_told_${slug}`
  let inMemory: string | null = null
  let toldInMemory: string | null = null
  // What was not there to be read may still refuse to be written, as a full or a blocked storage does.
  const lasts =
    attemptStorage((storage) => {
      storage.setItem(PROBE, '')
      storage.removeItem(PROBE)
      return true
    }) ?? false
  const read = () => (inMemory ??= attemptStorage((storage) => storage.getItem(key)))
  return {
    lasts,
    // What was read once stays this page's, whatever another tab puts in its place.
    read,
    write: (token) => {
      inMemory = token
      attemptStorage((storage) => storage.setItem(key, token))
    },
    mark: () => {
      const token = read()
      if (token !== null) attemptStorage((storage) => storage.setItem(markKey, token))
    },
    marked: () => read() !== null && attemptStorage((storage) => storage.getItem(markKey)) === read(),
    tell: (token) => {
      toldInMemory = token
      attemptStorage((storage) => storage.setItem(toldKey, token))
    },
    told: (token) =>
      toldInMemory === token || attemptStorage((storage) => storage.getItem(toldKey)) === token,
    clear: () => {
      const mine = inMemory
      inMemory = null
      attemptStorage((storage) => {
        for (const each of [key, markKey, toldKey])
          if (mine === null || storage.getItem(each) === mine) storage.removeItem(each)
      })
    },
  }
}

const PROBE = 'form_session_probe'

export type FormSession = {
  /** Will the next visit find it again? */
  readonly lasts: boolean
  /** The token of an earlier visit, if there is one. */
  stored(): string | null
  /** Something was saved under `token`, so that its end would be a loss. Nothing where it is the page's no more. */
  markBegun(token: string): void
  /** Was something saved under it, on this visit or an earlier one? */
  begun(): boolean
  /** The page around was told that the application of `token` is in. */
  markTold(token: string): void
  /** Was it, on this visit or an earlier one? */
  told(token: string): boolean
  /** The token, asked for when there is none yet; callers at the same time share one call. */
  token(): Promise<string>
  /** Forgets a token that the server no longer takes; answers whether it was the page's, as it is for who hears first. */
  end(refused: string): boolean
  /** A new token in place of one that has ended; whoever comes second gets the first one's. */
  renew(refused: string): Promise<string>
  /** Forgets the token; another is taken when one is needed. */
  forget(): void
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
  const end = (refused: string): boolean => {
    const mine = store.read() === refused
    if (mine) store.clear()
    return mine
  }
  return {
    lasts: store.lasts,
    stored: () => store.read(),
    markBegun: (saved) => {
      if (store.read() === saved) store.mark()
    },
    begun: () => store.marked(),
    markTold: (received) => store.tell(received),
    told: (received) => store.told(received),
    token,
    end,
    renew: (refused) => {
      end(refused)
      return token()
    },
    forget: () => store.clear(),
    startOver: () => {
      store.clear()
      return ask()
    },
  }
}
