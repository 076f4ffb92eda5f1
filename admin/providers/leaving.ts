/** How long an announced departure counts, in milliseconds: whoever is asked may also stay. */
const DEPARTURE = 10_000

let leftAt = -Infinity

/**
 * Is this page being left or reloaded? Browsers cut off what is under way then, and the page is told of it as of a lost
 * connection before it ends.
 */
export const isLeaving = (): boolean => performance.now() - leftAt < DEPARTURE

/** Calls `act` where the page that is being left is still there afterwards. */
export function onceStayed(act: () => void): void {
  setTimeout(act, DEPARTURE)
}

for (const type of ['beforeunload', 'pagehide']) {
  window.addEventListener(type, () => {
    leftAt = performance.now()
  })
}
// Back from the browser's cache of pages.
window.addEventListener('pageshow', () => {
  leftAt = -Infinity
})
