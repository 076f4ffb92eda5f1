/** Milliseconds: a user who is asked before the page unloads may stay. */
const DEPARTURE = 10_000

let leftAt = -Infinity

/** Browsers abort requests while a page unloads, and scripts see that as a lost connection. */
export const isLeaving = (): boolean => performance.now() - leftAt < DEPARTURE

export function onceStayed(act: () => void): void {
  setTimeout(act, DEPARTURE)
}

for (const type of ['beforeunload', 'pagehide']) {
  window.addEventListener(type, () => {
    leftAt = performance.now()
  })
}
window.addEventListener('pageshow', () => {
  leftAt = -Infinity
})
