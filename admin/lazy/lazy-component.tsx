import {
  lazy,
  Suspense,
  useState,
  type FunctionComponent,
  type LazyExoticComponent,
  type ReactNode,
} from 'react'

type WithRetry<Props> = FunctionComponent<Props & { onRetry: () => void }>

/**
 * Loads a component's code when it is first rendered. A failure renders a component too: React.lazy caches rejections,
 * and an error boundary would report a crash.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  waiting: ReactNode,
  Failed: WithRetry<Props>,
): FunctionComponent<Props> {
  let latest = attempt(false)

  function attempt(isRetry: boolean): LazyExoticComponent<WithRetry<Props>> {
    const part: LazyExoticComponent<WithRetry<Props>> = lazy(async () => {
      try {
        const component = await load()
        latest = part
        return { default: component }
      } catch {
        if (isRetry) await reloadIfServed()
        latest = attempt(false)
        return { default: Failed }
      }
    })
    return part
  }

  return function LazyComponent(props: Props) {
    const [Part, setPart] = useState(() => latest)
    return (
      <Suspense fallback={waiting}>
        <Part {...props} onRetry={() => setPart(attempt(true))} />
      </Suspense>
    )
  }
}

/**
 * Browsers cache failed imports, and a new server version lacks the old file: only a reload helps. Without an answer, the
 * page stays, as the browser's error page would replace it.
 */
async function reloadIfServed(): Promise<void> {
  const isServed = await fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) window.location.reload()
}
