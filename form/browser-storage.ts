/** Does something with `localStorage`; null where it throws, as it does in other sites' frames. */
export function attemptStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(window.localStorage)
  } catch {
    return null
  }
}
