import { lazy, Suspense, type ReactNode } from 'react'
import type { ApplicationState } from '../calls/application-api.ts'
import { CheckIcon } from '../icons.tsx'
import { useWords } from '../language/language-context.tsx'
import { reloadable } from '../reloadable.ts'
import { addDocumentsPart } from '../shared-parts.ts'
import { Documents } from './documents.tsx'
import { DownloadCopy } from './download-copy.tsx'
import { History } from './history.tsx'
import { InviteSigner } from './invite-signer.tsx'
import { dayOf, useReceiptWords } from './receipt-words.ts'
import { Signers } from './signers.tsx'
import type { Told } from './use-told.ts'

export type Known = Pick<ApplicationState, 'reference' | 'receivedAt' | 'company' | 'can' | 'nextSteps'>

const AddDocuments = lazy(() => addDocumentsPart().catch(() => ({ default: NotAdded })))

const requestedPart = reloadable(() => import('../requested/requested.tsx'))
const Requested = lazy(() =>
  requestedPart()
    .then(({ Requested: part }) => ({ default: part }))
    .catch(() => ({ default: NotAdded })),
)

function NotAdded() {
  return <p className="note problem">{useReceiptWords().notAdded}</p>
}

type ReceiptProps = { token: string; known: Known; told: Told; children?: ReactNode }

export function Receipt({ token, known, told, children }: ReceiptProps) {
  const words = useWords()
  const text = useReceiptWords()
  const { company, can, reference, receivedAt } = known
  const { answer } = told
  return (
    <div className="sections">
      <div className="unreachable" role="status">
        {told.is === 'unreachable' && (
          <p className="failure">
            {text.unreachable}{' '}
            <button type="button" className="link-button" onClick={told.ask}>
              {words.tryAgain}
            </button>
          </p>
        )}
      </div>
      {answer?.request && (
        <Suspense fallback={null}>
          <Requested token={token} asked={answer.request} company={company} onChanged={told.ask} />
        </Suspense>
      )}
      <section className="card received" aria-labelledby="received-title">
        <span className="overlay-mark">
          <CheckIcon />
        </span>
        <h2 id="received-title">{text.title}</h2>
        <p>{words.received.on(dayOf(receivedAt))}</p>
        {answer?.decision && (
          <p>
            <strong>{text.decided[answer.decision.status](dayOf(answer.decision.at))}</strong>
          </p>
        )}
        <p className="reference">
          {text.reference} <strong>{reference}</strong>
        </p>
        {can.copy && <DownloadCopy token={token} name={`${reference}.pdf`} />}
      </section>
      {(known.nextSteps || company.contact !== '') && (
        <section className="card" aria-labelledby="next-title">
          <h2 id="next-title">{known.nextSteps ? text.next : text.contact(company.nameOut)}</h2>
          {known.nextSteps && (
            <ol className="next-steps">
              <li>{text.steps.review(company.nameOut)}</li>
              <li>{text.steps.ask}</li>
              <li>{text.steps.decide(company.nameOut)}</li>
            </ol>
          )}
          {known.nextSteps && company.contact !== '' && <h3>{text.contact(company.nameOut)}</h3>}
          <p className="contact">{company.contact}</p>
        </section>
      )}
      <section className="card" aria-labelledby="documents-title">
        <h2 id="documents-title">{text.documents}</h2>
        {answer && <Documents documents={answer.documents} />}
        {told.is === 'asked' && <p className="note">{words.loading}</p>}
        {can.addDocuments && (
          <>
            <h3 id="files-instruction">{text.add}</h3>
            <Suspense fallback={<div className="dropzone" />}>
              <AddDocuments
                token={token}
                submittedOn={dayOf(receivedAt)}
                months={answer?.documents.map(({ statementMonth }) => statementMonth)}
                onStored={told.ask}
              />
            </Suspense>
          </>
        )}
      </section>
      {answer && answer.signers.length > 0 && (
        <Signers signers={answer.signers}>{can.inviteSigner && <InviteSigner token={token} />}</Signers>
      )}
      {answer && <History state={answer} />}
      {children && <div className="receipt-answers">{children}</div>}
    </div>
  )
}
