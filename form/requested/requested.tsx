import { useState } from 'react'
import { itemTitle } from '#domain/request'
import { requestWords } from '#domain/messages/request'
import { applicationApi, type ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { sendFailure } from '../send-failure.ts'
import { dayOf } from '../receipt/receipt-words.ts'
import { StatementSlots } from '../uploads/statement-slots.tsx'
import type { Answers, Asked } from './asked.ts'
import { RequestedForm } from './requested-form.tsx'
import { RequestedItem } from './requested-item.tsx'

type RequestedProps = {
  token: string
  asked: Asked
  /** null where another part of the page shows them */
  statements: ApplicationState['statements'] | null
  company: ApplicationState['company']
  onChanged: () => void
}

/** Items are answered by the request's link alone. */
export function Requested({ token, asked, statements, company, onChanged }: RequestedProps) {
  const { pack } = useLanguage()
  const words = requestWords[pack.language]
  const [problem, setProblem] = useState('')
  const { open, details, expiresAt, answeredAt } = asked
  // Once a request is answered the server names its items no longer. They stay here, so that the added files can be seen.
  const [items, setItems] = useState(details?.items ?? [])
  if (details && details.items !== items) setItems(details.items)
  const months = items.flatMap(({ wanted }) => (wanted.kind === 'statement' ? [wanted.month] : []))
  const send = async (answers: Answers) => {
    setProblem('')
    const failure = await applicationApi.answer({ token, answers }).then(
      () => '',
      (cause: unknown) => sendFailure(cause, pack.form),
    )
    setProblem(failure)
    onChanged()
    return failure === ''
  }
  const said = !open
    ? words.answered(dayOf(answeredAt ?? expiresAt))
    : details
      ? words.asks(company.nameOut, dayOf(expiresAt))
      : words.byLink(company.nameOut)
  return (
    <>
      <section className="card" aria-labelledby="requested-title">
        <h2 id="requested-title">{words.title}</h2>
        <p role="status">{said}</p>
        {details?.message && <p className="contact">{details.message}</p>}
        <p className="failure" role="alert">
          {problem}
        </p>
        <ul className="requested">
          {items.map((item, index) => (
            <RequestedItem
              key={index}
              {...{ token, item, index, open, send, words, onChanged }}
              title={itemTitle(item.wanted, pack.language, pack.catalogue)}
            />
          ))}
        </ul>
        {statements && months.length > 0 && (
          <StatementSlots statements={{ ...statements, asked: months.toSorted() }} />
        )}
      </section>
      {open && details && (
        <RequestedForm {...{ token, details, words, onChanged }} company={company} sendMissing={send} />
      )}
    </>
  )
}
