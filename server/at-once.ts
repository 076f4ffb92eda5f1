/** How long a work waits for its turn, and what it fails with then. */
export type Patience = { milliseconds: number; late: () => Error }

/**
 * Lets so many works run at once in this process; the others wait for their turn, in order.
 *
 * @returns what runs a work, and throws what it throws, or what its patience ends in
 */
export function atOnce(max: number): <T>(work: () => Promise<T>, patience?: Patience) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []

  const turn = (patience: Patience | undefined) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = ({ late }: Patience) => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(late())
      }
      const timer = patience && setTimeout(giveUp, patience.milliseconds, patience)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(go)
    })

  return async (work, patience) => {
    if (running < max) running++
    else await turn(patience)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
