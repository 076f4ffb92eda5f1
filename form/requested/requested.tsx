import { useState } from 'react'
import { itemTitle } from '#domain/request'
import { requestWords } from '#domain/messages/request'
import { ApiError } from '../calls/api-error.ts'
import { applicationApi, type ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { dayOf } from '../receipt/receipt-words.ts'
import type { Answers, Asked } from './asked.ts'
import { RequestedForm } from './requested-form.tsx'
import { RequestedItem } from './requested-item.tsx'

type RequestedProps = {
  token: string
  asked: Asked
  company: ApplicationState['company']
  onChanged: () => void
}

/** Items are answered by the request's link alone. */
export function Requested({ token, asked, company, onChanged }: RequestedProps) {
  const { pack } = useLanguage()
  const words = requestWords[pack.language]
  const [problem, setProblem] = useState('')
  const { open, details, expiresAt, answeredAt } = asked
  const send = async (answers: Answers) => {
    setProblem('')
    const failure = await applicationApi.answer({ token, answers }).then(
      () => '',
      (cause: unknown) => (cause instanceof ApiError && cause.message) || pack.form.errors.submitLater,
    )
    setProblem(failure)
    onChanged()
    return failure === ''
  }
  const said = !open
    ? words.answered(dayOf(answeredAt ?? expiresAt))
    : details
      ? words.asks(company.nameOut, dayOf(expiresAt))
      : words.byMail(company.nameOut)
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
          {details?.items.map((item, index) => (
            <RequestedItem
              key={index}
              {...{ token, item, index, open, send, words }}
              title={itemTitle(item.wanted, pack.language, pack.catalogue)}
            />
          ))}
        </ul>
      </section>
      {open && details && <RequestedForm {...{ token, details, words, onChanged }} company={company} />}
    </>
  )
}
