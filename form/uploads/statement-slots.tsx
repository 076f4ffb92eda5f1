import { LIMITS } from '#domain/limits'
import { statementMessages } from '#domain/messages/statements'
import { monthName, shortMonthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { CheckIcon } from '../icons.tsx'
import { useLanguage } from '../language/language-context.tsx'
import { today } from '../today.ts'
import type { UploadItem } from './upload-item.ts'

type StatementSlotsProps = {
  day: string
  given: readonly (string | null)[]
  onAdd?: (month: string) => void
}

/** The months before `day`, which are asked for. None is required. */
export function StatementSlots({ day, given, onAdd }: StatementSlotsProps) {
  const { language } = useLanguage().pack
  const text = statementMessages[language]
  return (
    <ul className="statement-slots" aria-label={text.list}>
      {lastMonths(day, LIMITS.statementMonths)
        .reverse()
        .map((month) => (
          <li key={month} className={given.includes(month) ? 'done' : undefined}>
            <span className="statement-month">{shortMonthName(month, language)}</span>
            <span className="note">{given.includes(month) ? text.attached : text.missing}</span>
            {given.includes(month) && <CheckIcon />}
            {onAdd && !given.includes(month) && (
              <button type="button" className="link-button" onClick={() => onAdd(month)}>
                {text.add}
                <span className="only-heard"> {shortMonthName(month, language)}</span>
              </button>
            )}
          </li>
        ))}
    </ul>
  )
}

type StatementMonthProps = { item: UploadItem; onMonth: (key: string, month: string | null) => void }

export function StatementMonth({ item, onMonth }: StatementMonthProps) {
  const { language } = useLanguage().pack
  const text = statementMessages[language]
  const offered = [today().slice(0, 7), ...lastMonths(today(), 12)]
  const months = item.month === null || offered.includes(item.month) ? offered : [...offered, item.month]
  return (
    <div className="field upload-month">
      <select
        aria-label={text.monthOf(item.name)}
        value={item.month ?? ''}
        onChange={({ target }) => onMonth(item.key, target.value || null)}
      >
        <option value="">{text.other}</option>
        {months.map((month) => (
          <option key={month} value={month}>
            {monthName(month, language)}
          </option>
        ))}
      </select>
    </div>
  )
}
