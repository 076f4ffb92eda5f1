import { useEffect, useRef, useState } from 'react'

/** Code that is fetched when it is needed: at once where it is there already. */
export type LazyModule<Code> = { loaded: () => Code | null; load: () => Promise<Code> }

/** @param fetchCode nothing but an `import()` and what is taken from its module */
export function lazyModule<Code>(fetchCode: () => Promise<Code>): LazyModule<Code> {
  let code: Code | null = null
  const load = async () => (code ??= await fetchCode())
  return { loaded: () => code, load }
}

type State<Code> = { name: 'coming' } | { name: 'failed' } | { name: 'here'; code: Code }

function readState<Code>(late: LazyModule<Code>): State<Code> {
  const code = late.loaded()
  return code === null ? { name: 'coming' } : { name: 'here', code }
}

/** Late code, asked for as soon as its component is there; `retry` where it has failed. */
export function useLazyModule<Code>(late: LazyModule<Code>): { state: State<Code> } & Retry {
  const [state, setState] = useState(() => readState(late))
  const [shown, setShown] = useState(late)
  // React keeps a component that stands in the same place of another page.
  if (shown !== late) {
    setShown(late)
    setState(readState(late))
  }
  const isComing = state.name === 'coming'

  useEffect(() => {
    if (!isComing) return
    let isOver = false
    const tell = (next: State<Code>) => {
      if (!isOver) setState(next)
    }
    late.load().then(
      (code) => tell({ name: 'here', code }),
      () => tell({ name: 'failed' }),
    )
    return () => {
      isOver = true
    }
  }, [late, isComing])

  const again = useRetry(late, (code) => setState({ name: 'here', code }))
  return { state, ...again }
}

export type Retry = { retry: () => void; isTrying: boolean }

/**
 * Another try, one at a time, without effect once its component is gone. Where the code does not come and the server
 * answers, the page is loaded anew: what this page knows of is gone with a new version of the server, or the browser
 * remembers that it failed. Without an answer the page stays, as a browser's own page of failure would take its place.
 */
export function useRetry<Code>(late: LazyModule<Code>, onHere: (code: Code) => void): Retry {
  const [tried, setTried] = useState<LazyModule<Code> | null>(null)
  const place = useRef<LazyModule<Code>>(null)
  useEffect(() => {
    place.current = late
    return () => {
      place.current = null
    }
  }, [late])

  const tryAgain = async () => {
    const isHere = () => place.current === late
    setTried(late)
    try {
      const code = await late.load()
      if (isHere()) onHere(code)
    } catch {
      const isServed = await answers()
      if (isHere() && isServed) return window.location.reload()
    }
    setTried(null)
  }
  const isTrying = tried === late
  return { isTrying, retry: () => void (isTrying || tryAgain()) }
}

const answers = (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
