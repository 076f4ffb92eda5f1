import { attemptStorage } from '../browser-storage.ts'
import type { Receipt } from './state.ts'

/** Stores the form session's token in `localStorage`; if that throws, tokens live as long as the page. */
export type TokenStore = {
  readonly lasts: boolean
  read(): string | null
  write(token: string): void
  /** Keeps the token of another tab. */
  clear(token: string): void
  markBegun(token: string): void
  isBegun(token: string): boolean
  /** @returns false if the host page was told before */
  markTold(token: string): boolean
  readReceipt(): Receipt | null
  keepReceipt(receipt: Receipt): void
  forgetReceipt(): void
}

const PROBE = 'form_session_probe'

export function createTokenStore(slug: string): TokenStore {
  const key = `form_session_${slug}`
  const begunKey = `form_begun_${slug}`
  const toldKey = `form_told_${slug}`
  const receiptKey = `form_receipt_${slug}`
  const receivedKey = `form_received_${slug}`
  let toldInMemory: string | null = null
  const holds = (name: string, token: string) => attemptStorage((storage) => storage.getItem(name)) === token
  // Full or blocked storage may be readable but not writable.
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
    readReceipt: () =>
      attemptStorage((storage) => {
        const [token, at] = [storage.getItem(receiptKey), storage.getItem(receivedKey)]
        return token && at ? { token, at } : null
      }),
    keepReceipt: ({ token, at }) =>
      void attemptStorage((storage) => {
        storage.setItem(receiptKey, token)
        storage.setItem(receivedKey, at)
      }),
    forgetReceipt: () =>
      void attemptStorage((storage) => {
        for (const each of [receiptKey, receivedKey]) storage.removeItem(each)
      }),
  }
}
