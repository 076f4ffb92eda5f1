import { LIMITS } from '#domain/limits'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatSize, STATEMENT_TYPE } from '#domain/files'
import { describeType } from '#domain/statement-summary'
import type { ApplicationState } from '../calls/application-api.ts'
import { CheckIcon } from '../icons.tsx'
import { useLanguage, useWords } from '../language/language-context.tsx'
import { QrCode } from '../qr-code.tsx'
import { reloadable } from '../reloadable.ts'
import { addDocumentsPart } from '../shared-parts.ts'
import { DownloadCopy } from './download-copy.tsx'
import { dayOf, headingOf, listNextSteps, useReceiptWords } from './receipt-words.ts'
import { InviteSigner, Signers } from './signers.tsx'
import type { Told } from './use-told.ts'

export type Known = Pick<ApplicationState, 'reference' | 'receivedAt' | 'company' | 'can' | 'nextSteps'>

const AddDocuments = lazy(() => addDocumentsPart().catch(() => ({ default: NotAdded })))

const requestedPart = reloadable(() => import('../requested/requested.tsx'))
const Requested = lazy(() =>
  requestedPart()
    .then(({ Requested: part }) => ({ default: part }))
    .catch(() => ({ default: NotAdded })),
)

const offersPart = reloadable(() => import('../offers/shown-offers.tsx'))
const ShownOffers = lazy(() =>
  offersPart()
    .then(({ ShownOffers: part }) => ({ default: part }))
    .catch(() => ({ default: NotAdded })),
)

function NotAdded() {
  return <p className="note problem">{useReceiptWords().notAdded}</p>
}

/** Nothing of the application but its date and reference. */
type Hidden = { is: 'hidden'; answer: null; ask: () => void }

type ReceiptProps = { token: string; known: Known; told: Told | Hidden; children?: ReactNode }

export function Receipt({ token, known, told, children }: ReceiptProps) {
  const words = useWords()
  const text = useReceiptWords()
  const { company, can, reference, receivedAt } = known
  const { answer } = told
  const [held, setHeld] = useState<ApplicationState['documents'] | null>(null)
  // Those that are added now have a row of their own.
  if (answer && held === null) setHeld(answer.documents.filter(mayBeLocked))
  const steps = known.nextSteps ? listNextSteps(text, company.nameOut, answer) : []
  // The link of an answered request names no files.
  const showsDocuments =
    told.is !== 'hidden' &&
    (can.addDocuments || answer?.request?.open !== false || answer.documents.length > 0)
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
          <Requested
            token={token}
            asked={answer.request}
            statements={can.addDocuments ? null : answer.statements}
            company={company}
            onChanged={told.ask}
          />
        </Suspense>
      )}
      {answer && answer.offers.length > 0 && (
        <Suspense fallback={null}>
          <ShownOffers token={token} offers={answer.offers} company={company} onChanged={told.ask} />
        </Suspense>
      )}
      <section className="card received" aria-labelledby="received-title">
        {answer?.decision?.status !== 'declined' && (
          <span className="overlay-mark">
            <CheckIcon />
          </span>
        )}
        <h2 id="received-title" tabIndex={-1}>
          {headingOf(text, answer)}
        </h2>
        <p>{words.received.on(dayOf(receivedAt))}</p>
        {answer?.decision && (
          <p>
            <strong>{text.decided[answer.decision.status](dayOf(answer.decision.at))}</strong>
          </p>
        )}
        <p className="reference">
          {text.reference} <strong>{reference}</strong>
        </p>
        {told.is === 'hidden' ? (
          <>
            <button type="button" className="button primary" onClick={told.ask}>
              {text.show}
            </button>
            <p className="note">{text.hidden(LIMITS.idleMinutes)}</p>
          </>
        ) : (
          can.copy && <DownloadCopy token={token} name={`${reference}.pdf`} />
        )}
      </section>
      {(steps.length > 0 || company.contact !== '') && (
        <section className="card" aria-labelledby="next-title">
          <h2 id="next-title">{steps.length > 0 ? text.next : text.contact(company.nameOut)}</h2>
          {steps.length > 0 && (
            <ol className="next-steps">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
          {steps.length > 0 && company.contact !== '' && <h3>{text.contact(company.nameOut)}</h3>}
          <p className="contact">{company.contact}</p>
        </section>
      )}
      {showsDocuments && (
        <section className="card" aria-labelledby="documents-title">
          <h2 id="documents-title">{text.documents}</h2>
          {answer && <Documents documents={answer.documents} />}
          {told.is === 'asked' && <p className="note">{words.loading}</p>}
          {can.addDocuments && <h3 id="files-instruction">{text.add}</h3>}
          {(can.addDocuments || (held !== null && held.length > 0)) && (
            <Suspense fallback={can.addDocuments && <div className="dropzone" />}>
              <AddDocuments
                token={token}
                statements={answer?.statements}
                held={held}
                isClosed={!can.addDocuments}
                onStored={told.ask}
                onGlanced={told.ask}
              />
            </Suspense>
          )}
        </section>
      )}
      {answer && answer.signers.length > 0 && (
        <Signers signers={answer.signers}>{can.inviteSigner && <InviteSigner token={token} />}</Signers>
      )}
      {answer?.seal && <Seal seal={answer.seal} />}
      {answer && <History state={answer} />}
      {children && <div className="receipt-answers">{children}</div>}
    </div>
  )
}

const mayBeLocked = ({ later, fileType, documentType }: ApplicationState['documents'][number]): boolean =>
  later && fileType === 'application/pdf' && documentType === STATEMENT_TYPE

function Seal({ seal: { digest, sealedAt } }: { seal: NonNullable<ApplicationState['seal']> }) {
  const { seal: text } = useReceiptWords()
  const url = new URL(`/verify#${digest}`, location.href).href
  return (
    <section className="card" aria-labelledby="seal-title">
      <h2 id="seal-title">{text.title}</h2>
      <p>{text.sealed(dayOf(sealedAt))}</p>
      <p className="fingerprint">{digest}</p>
      <div className="link-code">
        <QrCode value={url} size={208} title={text.code} />
      </div>
      <p className="check-seal">
        <a href={url} target="_blank" rel="noreferrer">
          {text.check}
        </a>
      </p>
    </section>
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
  const { receivedAt, documents, signers, decision, request } = state
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
    ...(request ? [{ key: 'asked', at: request.askedAt, says: text.entryAsked(state.company.nameOut) }] : []),
    ...(request?.answeredAt ? [{ key: 'answered', at: request.answeredAt, says: text.entryAnswered }] : []),
    ...(decision ? [{ key: 'decision', at: decision.at, says: text.headings[decision.status] }] : []),
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
