/**
 * Whom a note names, as in '@Ann Lee'. Of two names that begin alike, the longer one counts; all people of the same name
 * are meant.
 */
export function findMentions<Person extends { name: string }>(
  text: string,
  people: readonly Person[],
): Person[] {
  const toKey = ({ name }: Person) => name.trim().toLowerCase()
  const tree = toTree(people.map(toKey))
  const lower = text.toLowerCase()
  const named = new Set<string>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    const key = findKey(tree, lower, at + 1)
    if (key !== '') named.add(key)
  }
  return people.filter((person) => named.has(toKey(person)))
}

/** By their units, as comparing all names at every '@' takes seconds where they begin alike; '' marks an end. */
type Tree = Map<string, Tree>

function toTree(keys: readonly string[]): Tree {
  const root: Tree = new Map()
  for (const key of keys) {
    let node = root
    for (const unit of key.split('')) {
      const next = node.get(unit) ?? new Map()
      node.set(unit, next)
      node = next
    }
    node.set('', new Map())
  }
  return root
}

/** @returns the longest key that stands there as a whole word, or '' */
function findKey(tree: Tree, text: string, begin: number): string {
  let end = begin
  let found = ''
  for (let node: Tree | undefined = tree; node; end += 1) {
    if (node.has('') && !isLetter(text, end)) found = text.slice(begin, end)
    node = node.get(text[end] ?? 'none')
  }
  return found
}

const isLetter = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0))

/** The mention that a text ends in, while its name is typed. @returns null if it ends in none */
export function beginMention(text: string): { at: number; name: string } | null {
  const at = text.lastIndexOf('@')
  if (at < 0 || isLetter(text, at - 1) || /[\n@]/.test(text.slice(at + 1))) return null
  return { at, name: text.slice(at + 1) }
}
