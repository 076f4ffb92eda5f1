import { useWords } from './language/language-context.tsx'

type LoadErrorProps = { error?: string; again?: (() => void) | null }

/** @param again null if another try is pointless */
export function LoadError({ error, again = () => window.location.reload() }: LoadErrorProps) {
  const words = useWords()
  const shown = error ?? words.errors.load
  return (
    <main className="load-error">
      <title>{`${shown} · ${words.title}`}</title>
      <div role="alert">
        <h1>{shown}</h1>
        {again === null && <p>{words.errors.askSender}</p>}
      </div>
      {again && (
        <button type="button" className="button" onClick={again}>
          {words.tryAgain}
        </button>
      )}
    </main>
  )
}
