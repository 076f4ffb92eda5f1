/** Runs a `localStorage` operation; null where storage throws, as in other sites' frames. */
export function attemptStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(window.localStorage)
  } catch {
    return null
  }
}
