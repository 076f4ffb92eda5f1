import type { FormattedSection } from './catalogue/formatted-view.ts'
import { pdfMessages } from './messages/pdf.ts'
import { formatTime } from './time-zone.ts'

export type AdditionKind = 'signature' | 'correction' | 'answer'

/** A corrected value beside the one before, or (`before` null) an answer. */
export type AdditionEntry = { label: string; before: string | null; value: string }

type Addition = { kind: AdditionKind; name: string; createdAt: string; entries: readonly AdditionEntry[] }

export function additionSection(
  { kind, name, createdAt, entries }: Addition,
  timeZone: string,
): FormattedSection {
  const rows = entries.map(({ label, before, value }, index) => ({
    name: `${index}`,
    label,
    sensitive: false,
    signature: false,
    value: before === null ? value : pdfMessages.before(value, before),
  }))
  const title = pdfMessages.added[kind](formatTime(new Date(createdAt), timeZone), name)
  return { key: 'questions', title, groups: [{ key: kind, title: null, rows }] }
}
