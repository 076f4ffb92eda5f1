/**
 * Whom a note names, as in '@Ann Lee'. Of two names that begin alike, the longer one counts; all people of the same name
 * are meant.
 */
export function findMentions<Person extends { name: string }>(
  text: string,
  people: readonly Person[],
): Person[] {
  const toKey = ({ name }: Person) => name.trim().toLowerCase()
  const keys = [...new Set(people.map(toKey))].filter((key) => key !== '')
  keys.sort((one, other) => other.length - one.length)
  const lower = text.toLowerCase()
  const named = new Set<string>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    const begin = at + 1
    const key = keys.find((each) => lower.startsWith(each, begin) && !isLetter(lower, begin + each.length))
    if (key !== undefined) named.add(key)
  }
  return people.filter((person) => named.has(toKey(person)))
}

const isLetter = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
