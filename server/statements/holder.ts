import type { Values } from '#domain/catalogue/values'
import { normalized } from '#domain/stream-safe'

const FORMS = new Set(
  'llc inc incorporated corp corporation co company ltd limited lp llp pllc pc dba the and of'.split(' '),
)

/** Words of a name without its legal form: 'Rossi Foods, LLC' gives rossi and foods. */
const words = (name: string): string[] =>
  (
    normalized(name, 'NFKD')
      .toLowerCase()
      .replace(/[’'.]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => word.length > 1 && !FORMS.has(word))

/** Whether an account's holder shares no word with the business and its owners. */
export function differsFrom(holder: string, answers: Values): boolean {
  const { legalName = '', dbaName = '', partner1Name = '', partner2Name = '' } = answers
  const own = words(holder)
  const known = new Set([legalName, dbaName, partner1Name, partner2Name].flatMap(words))
  return own.length > 0 && known.size > 0 && !own.some((word) => known.has(word))
}
