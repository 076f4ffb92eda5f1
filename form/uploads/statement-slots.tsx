import { statementMessages } from '#domain/messages/statements'
import { shortMonthName } from '#domain/month-name'
import { statementSentence, type Statements } from '#domain/statement-summary'
import { CheckIcon } from '../icons.tsx'
import { useLanguage } from '../language/language-context.tsx'

type StatementSlotsProps = {
  statements: Statements & { asked: readonly string[] }
  onAdd?: (month: string) => void
}

/** None of the months is required. */
export function StatementSlots({ statements, onAdd }: StatementSlotsProps) {
  const { language } = useLanguage().pack
  const text = statementMessages[language]
  const { asked, statementMonths } = statements
  return (
    <>
      <ul className="statement-slots" aria-label={text.list}>
        {asked.map((month) => (
          <li key={month} className={statementMonths.includes(month) ? 'done' : undefined}>
            <span className="statement-month">{shortMonthName(month, language)}</span>
            {statementMonths.includes(month) && <span className="note">{text.attached}</span>}
            {statementMonths.includes(month) && <CheckIcon />}
            {onAdd && !statementMonths.includes(month) && (
              <button type="button" className="link-button" onClick={() => onAdd(month)}>
                {text.add}
                <span className="only-heard"> {shortMonthName(month, language)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="note statement-sentence">{statementSentence(asked, statements, language)}</p>
    </>
  )
}
