import { LIMITS } from '#domain/limits'

let activeAt = Date.now()
for (const type of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
  document.addEventListener(type, () => (activeAt = Date.now()), { passive: true, capture: true })

/** Repeated calls wait for the user, as each keeps the session from ending for lack of use. */
export const isUserActive = (): boolean => Date.now() - activeAt <= LIMITS.arrivalsIdleMs
