import { DOCUMENT_TYPES, toDocumentType, type Description } from '#domain/document-type'
import { STATEMENT_TYPE } from '#domain/files'
import { statementMessages } from '#domain/messages/statements'
import { monthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { useLanguage } from '../language/language-context.tsx'
import { today } from '../today.ts'

type FileDescriptionProps = {
  name: string
  description: Description
  onDescribe: (description: Description) => void
}

export function FileDescription({ name, description, onDescribe }: FileDescriptionProps) {
  const { language } = useLanguage().pack
  const text = statementMessages[language]
  const { documentType, statementMonth } = description
  const thisMonth = today().slice(0, 7)
  const months = new Set([thisMonth, ...lastMonths(today(), 12), statementMonth ?? thisMonth])
  return (
    <div className="field upload-description">
      <select
        aria-label={text.typeOf(name)}
        value={documentType}
        onChange={({ target }) =>
          onDescribe({ documentType: toDocumentType(target.value), statementMonth: null })
        }
      >
        {DOCUMENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {text.types[type]}
          </option>
        ))}
      </select>
      {documentType === STATEMENT_TYPE && (
        <select
          aria-label={text.monthOf(name)}
          value={statementMonth ?? ''}
          onChange={({ target }) => onDescribe({ documentType, statementMonth: target.value || null })}
        >
          <option value="">{text.unknownMonth}</option>
          {[...months].map((month) => (
            <option key={month} value={month}>
              {monthName(month, language)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
