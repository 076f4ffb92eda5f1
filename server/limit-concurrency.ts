/** How long a work waits for its turn, and what it fails with then. */
export type Patience = { milliseconds: number; late: () => Error }

type TurnOptions = {
  patience?: Patience
  /** Whose work it is. Owners take turns, so that one with much work does not keep the others waiting. */
  owner?: string
}

/**
 * Lets so many works run at once in this process; the others wait for their turn, in order for each owner.
 *
 * @returns what runs a work, and throws what it throws, or what its patience ends in
 */
export function limitConcurrency(
  max: number,
): <T>(work: () => Promise<T>, options?: TurnOptions) => Promise<T> {
  let running = 0
  /** The owner whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()

  const take = (owner: string, go: () => void) => {
    const left = (waiting.get(owner) ?? []).filter((each) => each !== go)
    waiting.delete(owner)
    if (left.length > 0) waiting.set(owner, left)
  }
  const turn = ({ patience, owner = '' }: TurnOptions) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = ({ late }: Patience) => {
        take(owner, go)
        reject(late())
      }
      const timer = patience && setTimeout(giveUp, patience.milliseconds, patience)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.set(owner, [...(waiting.get(owner) ?? []), go])
    })
  const startNext = () => {
    for (const [owner, [next]] of waiting) {
      if (!next) continue
      take(owner, next)
      next()
      return true
    }
    return false
  }

  return async (work, options = {}) => {
    if (running < max) running++
    else await turn(options)
    try {
      return await work()
    } finally {
      if (!startNext()) running--
    }
  }
}
