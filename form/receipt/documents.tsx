import { formatSize } from '#domain/files'
import type { ApplicationState } from '../calls/application-api.ts'
import { dayOf, useReceiptWords } from './receipt-words.ts'

export function Documents({ documents }: Pick<ApplicationState, 'documents'>) {
  const text = useReceiptWords()
  if (documents.length === 0) return <p className="note">{text.noDocuments}</p>
  return (
    <ul className="upload-list" aria-labelledby="documents-title">
      {documents.map(({ id, originalFilename, fileSize, createdAt }) => (
        <li key={id} className="upload done">
          <div className="upload-text">
            <p className="upload-name">{originalFilename}</p>
            <p className="upload-state">
              <span className="upload-size">{formatSize(fileSize)}</span>
              <span>{text.receivedOn(dayOf(createdAt))}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
