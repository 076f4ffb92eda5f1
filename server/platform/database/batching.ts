import { AsyncLocalStorage } from 'node:async_hooks'

type Waiting<Item, Result> = {
  item: Item
  /** Runs work in the caller's trace. */
  asCaller: <R>(work: () => R) => R
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Batches the calls that arrive while another batch runs: a commit then costs as much as a single one. The
 * items of a failed batch are retried one by one.
 * @param work returns one result per item, in order
 * @param keyOf items of the same key never share a batch
 */
export function batching<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { keyOf, max }: { keyOf?: (item: Item) => string; max: number },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = false

  const runBatch = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error('A batch lost a result')
      results.forEach((result, index) => batch[index]?.resolve(result))
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const single of batch) await runBatch([single])
    }
  }
  const run = async (): Promise<void> => {
    if (running) return
    running = true
    while (waiting.length > 0) {
      const batch = new Map<unknown, Waiting<Item, Result>>()
      const later: Waiting<Item, Result>[] = []
      for (const one of waiting) {
        const key = keyOf ? keyOf(one.item) : one
        if (batch.size < max && !batch.has(key)) batch.set(key, one)
        else later.push(one)
      }
      waiting = later
      const [first, ...others] = batch.values()
      if (first) await first.asCaller(() => runBatch([first, ...others]))
    }
    running = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, asCaller: AsyncLocalStorage.snapshot() })
      void run()
    })
}
