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
 * Loads a component's code when it is first shown. A failure is a component too: React.lazy keeps a rejection for good,
 * and an error boundary would report it as a crash.
 *
 * @param load an `import()` that resolves to the component
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
 * Browsers remember a failed import, and a new version of the server has no such file: only a new page helps then.
 * Without an answer the page stays, as the browser's own error page would replace it.
 */
async function reloadIfServed(): Promise<void> {
  const isServed = await fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) window.location.reload()
}
