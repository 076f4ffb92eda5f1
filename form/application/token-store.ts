import { browserStorage } from '../browser-storage.ts'
import type { Receipt } from './state.ts'

/** Stores the form session's token; without lasting storage, tokens live as long as the page. */
export type TokenStore = {
  readonly lasts: boolean
  read(): string | null
  write(token: string): void
  /** Keeps the token of another tab. */
  clear(token: string): void
  markBegun(token: string): void
  isBegun(token: string): boolean
  /** @returns false if the host page was told before */
  markNotified(token: string): boolean
  readReceipt(): Receipt | null
  keepReceipt(receipt: Receipt): void
  forgetReceipt(): void
}

export function createTokenStore(slug: string): TokenStore {
  const { get, set, remove } = browserStorage
  const key = `form_session_${slug}`
  const begunKey = `form_begun_${slug}`
  const toldKey = `form_told_${slug}`
  const receiptKey = `form_receipt_${slug}`
  const receivedKey = `form_received_${slug}`
  let toldByPage: string | null = null
  return {
    lasts: browserStorage.lasts(),
    read: () => get(key),
    write: (token) => set(key, token),
    clear: (token) => {
      for (const each of [key, begunKey, toldKey]) if (get(each) === token) remove(each)
    },
    markBegun: (token) => {
      // Another form of the same page may have stored its own, unused one since.
      set(key, token)
      set(begunKey, token)
    },
    isBegun: (token) => get(begunKey) === token,
    markNotified: (token) => {
      if (toldByPage === token || get(toldKey) === token) return false
      toldByPage = token
      set(toldKey, token)
      return true
    },
    readReceipt: () => {
      const [token, at] = [get(receiptKey), get(receivedKey)]
      return token && at ? { token, at } : null
    },
    keepReceipt: ({ token, at }) => {
      set(receiptKey, token)
      set(receivedKey, at)
    },
    forgetReceipt: () => {
      for (const each of [receiptKey, receivedKey]) remove(each)
    },
  }
}
