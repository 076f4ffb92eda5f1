const MAX_KEYS = 10_000

/** Callers within the interval share the outcome; failed work is done again for the next caller. */
export function oncePerInterval(
  milliseconds: number,
): (key: string, work: () => Promise<void>) => Promise<void> {
  const runs = new Map<string, { until: number; done: Promise<void> }>()
  return async (key, work) => {
    const now = Date.now()
    const known = runs.get(key)
    if (known !== undefined && now < known.until) return known.done
    // Deleted first, so that the map stays in order of age.
    runs.delete(key)
    const run = { until: now + milliseconds, done: work() }
    runs.set(key, run)
    for (const oldest of runs.keys()) {
      if (runs.size <= MAX_KEYS) break
      runs.delete(oldest)
    }
    try {
      await run.done
    } catch (error) {
      if (runs.get(key) === run) runs.delete(key)
      throw error
    }
  }
}
