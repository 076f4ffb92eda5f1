/** How many keys are remembered; of more, the oldest are forgotten. */
const REMEMBERED = 10_000

type Run = (key: string, work: () => Promise<void>) => Promise<void>

/**
 * Does the work of a key at most once in so many milliseconds, in this process. Callers in between share its outcome, so
 * that none goes on before it is done; work that fails is done again for the next caller.
 */
export function runOncePerInterval(milliseconds: number): Run {
  const runs = new Map<string, { until: number; done: Promise<void> }>()
  return async (key, work) => {
    const now = Date.now()
    const known = runs.get(key)
    if (known !== undefined && now < known.until) return known.done
    // Put at the end anew, so that the first of the map is the oldest.
    runs.delete(key)
    const run = { until: now + milliseconds, done: work() }
    runs.set(key, run)
    for (const oldest of runs.keys()) {
      if (runs.size <= REMEMBERED) break
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
