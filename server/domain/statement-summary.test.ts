import { expect, test } from 'vitest'
import { UNDESCRIBED, type Description } from './document-type.ts'
import { askedMonths, countStatements, monthsBefore, statementSentence } from './statement-summary.ts'

const ASKED = monthsBefore('2026-11-23')
const of = (...months: string[]): Description[] =>
  months.map((statementMonth) => ({ ...UNDESCRIBED, statementMonth }))
const TAX: Description = { documentType: 'taxReturn', statementMonth: null }
const ten = Array.from({ length: 10 }, () => UNDESCRIBED)

test.each<[string, Description[], string, string, string]>([
  [
    'no file',
    [],
    'July, August, September and October are missing',
    'Faltan julio, agosto, septiembre y octubre',
    'Нет выписок за июль, август, сентябрь и октябрь',
  ],
  [
    'a statement and a tax return',
    [...of('2026-07'), TAX],
    'August, September and October are missing',
    'Faltan agosto, septiembre y octubre',
    'Нет выписок за август, сентябрь и октябрь',
  ],
  [
    'two of the months',
    of('2026-07', '2026-10', '2026-01'),
    'August and September are missing',
    'Faltan agosto y septiembre',
    'Нет выписок за август и сентябрь',
  ],
  [
    'all months but one',
    of('2026-07', '2026-09', '2026-09', '2026-10'),
    'August is missing',
    'Falta agosto',
    'Нет выписки за август',
  ],
  [
    'ten statements without months',
    ten,
    'The months of 10 files are not known',
    'No se conoce el mes de 10 archivos',
    'Месяц неизвестен: 10 файлов',
  ],
  [
    'a month and a statement without one',
    [...of('2026-07'), UNDESCRIBED, TAX],
    'The month of 1 file is not known',
    'No se conoce el mes de 1 archivo',
    'Месяц неизвестен: 1 файл',
  ],
  [
    'all months and a statement without one',
    [...of(...ASKED), UNDESCRIBED],
    'All 4 months are attached',
    'Están adjuntos los 4 meses',
    'Есть выписки за 4 месяца',
  ],
])('with %s says so in every language', (_files, documents, en, es, ru) => {
  const statements = countStatements(documents)
  const said = (language: 'en' | 'es' | 'ru') => statementSentence(ASKED, statements, language)
  expect([said('en'), said('es'), said('ru')]).toEqual([en, es, ru])
})

test.each([
  [['2025-11', '2025-12'], 'October 2025 and January 2026 are missing'],
  [['2025-10', '2025-11', '2026-01'], 'December 2025 is missing'],
])('across the end of a year, with %j, names the year', (months, sentence) => {
  const asked = monthsBefore('2026-02-01')
  const said = (language: 'en' | 'ru') => statementSentence(asked, countStatements(of(...months)), language)
  expect(said('en')).toBe(sentence)
  // The form adds a full stop.
  expect(said('ru')).not.toMatch(/\.$/)
})

test('asks for the months before the submit in the company’s time zone', () => {
  const createdAt = '2026-12-01T03:00:00Z'
  expect(askedMonths({ createdAt, timeZone: 'America/New_York' })).toEqual(ASKED)
  expect(askedMonths({ createdAt, timeZone: 'UTC' }).at(-1)).toBe('2026-11')
})
