import { formatSize } from '#domain/files'
import { monthName } from '#domain/month-name'
import type { ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { dayOf, useReceiptWords } from './receipt-words.ts'

export function Documents({ documents }: Pick<ApplicationState, 'documents'>) {
  const text = useReceiptWords()
  const { language } = useLanguage().pack
  if (documents.length === 0) return <p className="note">{text.noDocuments}</p>
  return (
    <ul className="upload-list" aria-labelledby="documents-title">
      {documents.map(({ id, originalFilename, fileSize, createdAt, statementMonth }) => (
        <li key={id} className="upload done">
          <div className="upload-text">
            <p className="upload-name">{originalFilename}</p>
            <p className="upload-state">
              <span className="upload-size">
                {statementMonth && `${monthName(statementMonth, language)} · `}
                {formatSize(fileSize)}
              </span>
              <span>{text.receivedOn(dayOf(createdAt))}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
