import { FormHeader } from '../form-header.tsx'
import { useWords } from '../language/language-context.tsx'
import { LoadError } from '../load-error.tsx'
import { pageToken } from '../page-token.ts'
import { Receipt } from './receipt.tsx'
import { headingOf, useReceiptWords } from './receipt-words.ts'
import { useTold } from './use-told.ts'

/** The page of the link in the receipt e-mail. */
export function StatusPage() {
  const token = pageToken()
  return token === null ? <Ended /> : <Status token={token} />
}

function Status({ token }: { token: string }) {
  const words = useWords()
  const text = useReceiptWords()
  const told = useTold(token)
  const { is, answer } = told
  if (is === 'ended') return <Ended />
  if (answer === null && is === 'unreachable') return <LoadError again={told.ask} />
  if (answer === null) {
    return (
      <main>
        <h1 className="only-heard">{words.title}</h1>
        <p className="loading" role="status">
          {words.loading}
        </p>
      </main>
    )
  }
  return (
    <main className="page is-received">
      <FormHeader company={answer.company} />
      <title>{`${headingOf(text, answer)} · ${answer.company.nameOut}`}</title>
      <Receipt token={token} known={answer} told={told} />
    </main>
  )
}

function Ended() {
  const words = useWords()
  const text = useReceiptWords()
  return (
    <main className="load-error ended">
      <title>{`${text.ended} · ${words.title}`}</title>
      <h1>{text.ended}</h1>
      <p>{text.endedBody}</p>
    </main>
  )
}
