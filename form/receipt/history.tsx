import type { ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { useReceiptWords } from './receipt-words.ts'

/** Dated entries, newest first. */
export function History({ state }: { state: ApplicationState }) {
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
