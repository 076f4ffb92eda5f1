import { useWords } from '../language/language-context.tsx'

export function StatusPage() {
  const words = useWords()
  return (
    <main>
      <h1 className="only-heard">{words.title}</h1>
      <p className="loading" role="status">
        {words.loading}
      </p>
    </main>
  )
}
