import { useEffect } from 'react'
import { useApplication } from './application/application-context.tsx'
import type { Link } from './calls/api.ts'
import { announceReady } from './embed/frame.ts'
import { FormHeader } from './form-header.tsx'
import { CheckIcon } from './icons.tsx'
import { useWords } from './language/language-context.tsx'
import { today } from './today.ts'

type ReceivedProps = { company: Link['company']; at: string }

export function Received({ company, at }: ReceivedProps) {
  const words = useWords()
  const { received } = words
  const { dispatch, reopen } = useApplication()
  useEffect(() => {
    announceReady()
    dispatch({ type: 'receivedShown' })
  }, [dispatch])
  return (
    <main className="page">
      <FormHeader company={company} />
      <section className="card received" aria-labelledby="received-title">
        <title>{`${received.title} · ${company.nameOut}`}</title>
        <span className="overlay-mark">
          <CheckIcon />
        </span>
        <div role="status">
          <h2 id="received-title">{received.title}</h2>
          <p>{received.on(today(new Date(at)))}</p>
        </div>
        <button type="button" className="button" onClick={() => reopen({ another: true })}>
          {received.startAnother}
        </button>
      </section>
    </main>
  )
}
