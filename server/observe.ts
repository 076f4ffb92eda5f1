/** `name` is a fixed name from the code, never a value, as metrics and traces show it. */
export type Operation<Result> = {
  kind: 'database' | 'storage' | 'scanner' | 'mail' | 'webhook' | 'job' | 'submission'
  name: string
  /** a job's payload, whose `traceparent` names the request that queued it */
  parent?: unknown
  isFailure?: (result: Result) => boolean
}

export type Observer = <Result>(operation: Operation<Result>, work: () => Promise<Result>) => Promise<Result>

const observers = new Set<Observer>()

/** @returns a function that removes it */
export function addObserver(observer: Observer): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

/** Runs `work` through all observers, such as metrics and traces. */
export function observe<Result>(operation: Operation<Result>, work: () => Promise<Result>): Promise<Result> {
  let observed = work
  for (const observer of observers) {
    const inner = observed
    observed = () => observer(operation, inner)
  }
  return observed()
}

/** Replaced while traces are on. Returns the W3C `traceparent` of the work that runs. */
export const tracing = { traceparent: (): string | undefined => undefined }
