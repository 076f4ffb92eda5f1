/** Keeps the `most` values that were asked for last. `make` is called for a key that isn't kept. */
export function keepLatest<Value>(most: number): (key: string, make: () => Value) => Value {
  const kept = new Map<string, Value>()
  return (key, make) => {
    const value = kept.get(key) ?? make()
    // A map lists its keys by age.
    kept.delete(key)
    kept.set(key, value)
    for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
    return value
  }
}
