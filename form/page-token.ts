import { attemptStorage } from './browser-storage.ts'

export const PAGE_TOKEN = 'page_token:'
const key = () => PAGE_TOKEN + window.location.pathname

let taken: string | null = null

export const MOVE = 'move='

/** The token after the `#`. It leaves the address bar and outlives a reload of the tab. */
export function pageToken(prefix = ''): string | null {
  const given = window.location.hash.slice(1)
  if (given && given.startsWith(prefix)) {
    taken = given
    attemptStorage((storage) => storage.setItem(key(), given), 'sessionStorage')
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }
  return (taken ??= attemptStorage((storage) => storage.getItem(key()), 'sessionStorage'))
}

export function forgetPageToken(): void {
  taken = null
  attemptStorage((storage) => storage.removeItem(key()), 'sessionStorage')
}
