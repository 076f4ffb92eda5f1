import type { InputKind } from './define.ts'
import { INPUTS } from './index.ts'
import { plain } from './plain.ts'

const WHOLE: ReadonlySet<InputKind> = new Set(['phone', 'date', 'pastDate', 'money', 'signedMoney'])

/** `field` is null for an answer to a question of the staff. */
type Answer = { field: string | null; label: string; value: string }

/** The answers that programs outside may read: never a sensitive one, masked or not. */
export const sharedAnswers = (answers: readonly Answer[]): Answer[] =>
  answers.flatMap(({ field, label, value }) => {
    const input = field === null ? null : INPUTS.get(field)
    if (input === undefined || input?.sensitive || value === '') return []
    return [{ field, label, value: input && WHOLE.has(input.kind) ? value : redactNumbers(value) }]
  })

/** Signers are adults, so a later year belongs to no birth date. */
const RECENT_DATE =
  '((?<!\\d)(?:20[1-4]\\d([-/.])\\d{1,2}\\2\\d{1,2}|\\d{1,2}([-/.])\\d{1,2}\\3(?:20)?[12]\\d)(?!\\d))'
const BIRTH_DATE =
  '\\d{1,2}[-/.]\\d{1,2}[-/.](?:19|20)?\\d\\d(?!\\d)|(?:19\\d|200)\\d[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d)|' +
  '(?:\\p{L}{3,10}\\.?[- ]\\d{1,2}\\p{L}{0,2}|\\d{1,2}\\p{L}{0,2}[- ](?:de |of )?\\p{L}{3,10}\\.?),?[- ](?:de )?(?:19\\d|200)\\d(?!\\d)'
/** Seven digits or more, however they are separated; a comma separates amounts, and thousands before three digits. */
const LONG_NUMBER =
  '\\p{Nd}(?:(?:[^\\p{L}\\p{N},$%]|,(?=\\p{Nd}{2})(?!\\p{Nd}{3}(?!\\p{Nd}))){0,5}\\p{Nd}){6,}'
const PATTERN = new RegExp([RECENT_DATE, LONG_NUMBER, BIRTH_DATE].join('|'), 'gu')

/** Removes SSNs, tax IDs, account and card numbers and birth dates from text that people typed. */
export const redactNumbers = (text: string): string =>
  plain(text).replace(PATTERN, (_found, recent?: string) => recent ?? '[redacted]')
