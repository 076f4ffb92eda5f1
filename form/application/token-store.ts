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
  /** The sections that the applicant moved on from. */
  readPassed(): readonly string[]
  keepPassed(sections: readonly string[]): void
  /** @returns false if the host page was told before */
  markNotified(token: string): boolean
  readReceipt(): Receipt | null
  keepReceipt(receipt: Receipt): void
  forgetReceipt(): void
}

export const tokenKeys = (slug: string) => ({
  key: `form_session_${slug}`,
  begunKey: `form_begun_${slug}`,
  passedKey: `form_passed_${slug}`,
  toldKey: `form_told_${slug}`,
  receiptKey: `form_receipt_${slug}`,
  receivedKey: `form_received_${slug}`,
})

export function createTokenStore(slug: string): TokenStore {
  const { get, set, remove } = browserStorage
  const { key, begunKey, passedKey, toldKey, receiptKey, receivedKey } = tokenKeys(slug)
  let toldByPage: string | null = null
  return {
    lasts: browserStorage.lasts(),
    read: () => get(key),
    write: (token) => set(key, token),
    clear: (token) => {
      if (get(key) === token) remove(passedKey)
      for (const each of [key, begunKey, toldKey]) if (get(each) === token) remove(each)
    },
    markBegun: (token) => {
      // Another form of the same page may have stored its own, unused one since.
      set(key, token)
      set(begunKey, token)
    },
    isBegun: (token) => get(begunKey) === token,
    readPassed: () => get(passedKey)?.split(' ') ?? [],
    keepPassed: (sections) => set(passedKey, sections.join(' ')),
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
