/** Runs an operation of a storage; null where storage throws, as in other sites' frames. */
export function attemptStorage<T>(
  act: (storage: Storage) => T,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): T | null {
  try {
    return act(window[area])
  } catch {
    return null
  }
}
