import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatSize } from '#domain/files'
import { describeType } from '#domain/statement-summary'
import { linkWords } from '#domain/messages/link-dialog'
import type { ApplicationState } from '../calls/application-api.ts'
import { CheckIcon } from '../icons.tsx'
import { useLanguage, useWords } from '../language/language-context.tsx'
import { reloadable } from '../reloadable.ts'
import { addDocumentsPart, linkDialogPart } from '../shared-parts.ts'
import { call } from '../calls/call.ts'
import { DownloadCopy } from './download-copy.tsx'
import { dayOf, useReceiptWords } from './receipt-words.ts'
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
  // The link of an answered request names no files.
  const showsDocuments = can.addDocuments || answer?.request?.open !== false || answer.documents.length > 0
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
      {showsDocuments && (
        <section className="card" aria-labelledby="documents-title">
          <h2 id="documents-title">{text.documents}</h2>
          {answer && <Documents documents={answer.documents} />}
          {told.is === 'asked' && <p className="note">{words.loading}</p>}
          {can.addDocuments && (
            <>
              <h3 id="files-instruction">{text.add}</h3>
              <Suspense fallback={<div className="dropzone" />}>
                <AddDocuments token={token} statements={answer?.statements} onStored={told.ask} />
              </Suspense>
            </>
          )}
        </section>
      )}
      {answer && answer.signers.length > 0 && (
        <Signers signers={answer.signers}>{can.inviteSigner && <InviteSigner token={token} />}</Signers>
      )}
      {answer && <History state={answer} />}
      {children && <div className="receipt-answers">{children}</div>}
    </div>
  )
}

function Documents({ documents }: Pick<ApplicationState, 'documents'>) {
  const text = useReceiptWords()
  const { language } = useLanguage().pack
  if (documents.length === 0) return <p className="note">{text.noDocuments}</p>
  return (
    <ul className="upload-list" aria-labelledby="documents-title">
      {documents.map(({ id, originalFilename, fileSize, createdAt, ...description }) => (
        <li key={id} className="upload done">
          <div className="upload-text">
            <p className="upload-name">{originalFilename}</p>
            <p className="upload-state">
              <span className="upload-size">
                {describeType(description, language)} · {formatSize(fileSize)}
              </span>
              <span>{text.receivedOn(dayOf(createdAt))}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function History({ state }: { state: ApplicationState }) {
  const text = useReceiptWords()
  const { language } = useLanguage().pack
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const { receivedAt, documents, signers } = state
  const entries = [
    { key: 'received', at: receivedAt, says: text.title },
    ...documents
      .filter(({ later }) => later)
      .map(({ id, createdAt, originalFilename: name }) => ({
        key: id,
        at: createdAt,
        says: text.entryAdded(name),
      })),
    ...signers.flatMap(({ signer, name, at }) =>
      at !== null && at > receivedAt
        ? [{ key: `${signer}`, at, says: text.entrySigned(name || text.signer(signer)) }]
        : [],
    ),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
  return (
    <section className="card" aria-labelledby="history-title">
      <h2 id="history-title">{text.history}</h2>
      <ol className="history">
        {entries.map(({ key, at, says }) => (
          <li key={key}>
            <time dateTime={at}>{when.format(new Date(at))}</time>
            <span>{says}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Part = Awaited<ReturnType<typeof linkDialogPart>>

function InviteSigner({ token }: { token: string }) {
  const { dialog, invite } = linkWords[useLanguage().pack.language]
  const words = { ...dialog, ...invite }
  const [part, setPart] = useState<Part | null>(null)
  const [failed, setFailed] = useState(false)
  const make = (email?: string) => call('POST', ['application', 'inviteSigner'], { token, email })
  const open = () => {
    setFailed(false)
    linkDialogPart().then(setPart, () => setFailed(true))
  }
  return (
    <>
      <button type="button" className="button invite-signer" onClick={open}>
        {words.open}
      </button>
      <p className="note problem" role="status">
        {failed && words.failed}
      </p>
      {part && <part.LinkDialog words={words} make={make} onClose={() => setPart(null)} />}
    </>
  )
}

type SignersProps = Pick<ApplicationState, 'signers'> & { children?: ReactNode }

function Signers({ signers, children }: SignersProps) {
  const text = useReceiptWords()
  return (
    <section className="card" aria-labelledby="signatures-title">
      <h2 id="signatures-title">{text.signatures}</h2>
      <dl className="signers">
        {signers.map(({ signer, name, state, at }) => (
          <div key={signer}>
            <dt>{name || text.signer(signer)}</dt>
            <dd className={state}>{state === 'signed' ? text.signedOn(dayOf(at ?? '')) : text[state]}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
