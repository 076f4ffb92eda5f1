/** How many keys are remembered; of more, the oldest are forgotten. */
const REMEMBERED = 10_000

/** Tells of a key whether it comes up for the first time in so many milliseconds, in this process. */
export function oncePerInterval(milliseconds: number): (key: string) => boolean {
  const seen = new Map<string, number>()
  return (key) => {
    const now = Date.now()
    const until = seen.get(key)
    if (until !== undefined && now < until) return false
    // Put at the end anew, so that the first of the map is the oldest.
    seen.delete(key)
    seen.set(key, now + milliseconds)
    for (const oldest of seen.keys()) {
      if (seen.size <= REMEMBERED) break
      seen.delete(oldest)
    }
    return true
  }
}
