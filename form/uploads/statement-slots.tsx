import { LIMITS } from '#domain/limits'
import { statementMessages } from '#domain/messages/statements'
import { monthName, shortMonthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { CheckIcon } from '../icons.tsx'
import { useLanguage } from '../language/language-context.tsx'
import { today } from '../today.ts'
import type { UploadItem } from './upload-item.ts'

/** The months that are asked for. None is required. */
export function StatementSlots({ items }: { items: readonly UploadItem[] }) {
  const { language } = useLanguage().pack
  const text = statementMessages[language]
  const given = new Set(items.filter(({ state }) => state !== 'failed').map(({ month }) => month))
  return (
    <ul className="statement-slots" aria-label={text.list}>
      {lastMonths(today(), LIMITS.statementMonths)
        .reverse()
        .map((month) => (
          <li key={month} className={given.has(month) ? 'done' : undefined}>
            <span className="statement-month">{shortMonthName(month, language)}</span>
            <span className="note">{given.has(month) ? text.attached : text.missing}</span>
            {given.has(month) && <CheckIcon />}
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
