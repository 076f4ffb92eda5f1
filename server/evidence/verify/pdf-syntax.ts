/** Not readable as a PDF. */
export class PdfError extends Error {
  override name = 'PdfError'
}

export class Name {
  constructor(readonly name: string) {}
}
export class Ref {
  constructor(
    readonly id: number,
    readonly generation: number,
  ) {}
}
/** `from` and `to` are offsets in the file, delimiters included. */
export class Text {
  constructor(
    readonly value: string,
    readonly from: number,
    readonly to: number,
  ) {}
}
/** `from` is the offset of its data. */
export class Stream {
  constructor(
    readonly dict: Dict,
    readonly from: number,
  ) {}
}
export type Dict = Map<string, Value>
export type Value = null | boolean | number | Name | Ref | Text | Stream | Dict | Value[]

const SPACE = '\0\t\n\f\r '
const COMMENT = /%[^\r\n]*/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const REF = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y
const HEX = /^<[0-9A-Fa-f\0\t\n\f\r ]*>$/
const WORD = /[a-zA-Z]+/y
const ESCAPED = /\\(?:([0-7]{1,3})|\r\n?|([^]))/g
const ESCAPES = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }))

const DEPTH = 50
/** Far beyond a signature. Patterns need much memory on long texts. */
const STRING_CHARS = 1024 * 1024

/** Reads values of a PDF from text with one character for each byte. */
export class Scanner {
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  /** Moves behind the match if there is one here. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  space(): void {
    do while (this.at < this.text.length && SPACE.includes(this.text.charAt(this.at))) this.at++
    while (this.match(COMMENT))
  }

  word(expected: string): void {
    this.space()
    if (!this.text.startsWith(expected, this.at)) throw new PdfError(`no ${expected} at ${this.at}`)
    this.at += expected.length
  }

  integer(): number {
    const value = this.value()
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    throw new PdfError(`no number at ${this.at}`)
  }

  value(depth = 0): Value {
    if (depth > DEPTH) throw new PdfError('too deep')
    this.space()
    const from = this.at
    const two = this.text.slice(from, from + 2)
    if (two === '<<') return this.dict(depth)
    if (two[0] === '[') return this.array(depth)
    if (two[0] === '(') return this.literal()
    if (two[0] === '<') return this.hex()
    const name = this.match(NAME)
    if (name) return new Name(toName(name[1] ?? ''))
    const ref = this.match(REF)
    if (ref) return new Ref(Number(ref[1]), Number(ref[2]))
    const number = this.match(NUMBER)
    if (number) return Number(number[0])
    const word = this.match(WORD)?.[0]
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    throw new PdfError(`no value at ${from}`)
  }

  /** @throws PdfError for a repeated key: programs differ in which they use */
  private dict(depth: number): Dict | Stream {
    this.at += 2
    const dict: Dict = new Map()
    for (this.space(); !this.text.startsWith('>>', this.at); this.space()) {
      const key = this.value(DEPTH)
      if (!(key instanceof Name) || dict.has(key.name)) throw new PdfError(`no new key at ${this.at}`)
      dict.set(key.name, this.value(depth + 1))
    }
    this.at += 2
    const stream = depth === 0 && this.match(/[\0\t\n\f\r ]*stream(?:\r\n|\n)/y)
    return stream ? new Stream(dict, this.at) : dict
  }

  private array(depth: number): Value[] {
    this.at++
    const items: Value[] = []
    for (this.space(); this.text[this.at] !== ']'; this.space()) items.push(this.value(depth + 1))
    this.at++
    return items
  }

  private hex(): Text {
    const from = this.at
    const to = this.text.indexOf('>', from) + 1
    const raw = this.text.slice(from, Math.min(to, from + STRING_CHARS))
    if (!HEX.test(raw)) throw new PdfError(`no string at ${from}`)
    this.at = to
    return new Text(fromHex(raw), from, to)
  }

  private literal(): Text {
    const from = this.at
    let open = 0
    do {
      if (this.at > from + STRING_CHARS) throw new PdfError('a string is too long')
      const char = this.text[this.at++]
      if (char === undefined) throw new PdfError('a string has no end')
      if (char === '\\') this.at++
      if (char === '(') open++
      if (char === ')') open--
    } while (open > 0)
    const raw = this.text.slice(from + 1, this.at - 1)
    const value = raw.replace(ESCAPED, (_all, octal?: string, char?: string) =>
      octal ? String.fromCharCode(parseInt(octal, 8) & 255) : (ESCAPES.get(char ?? '\n') ?? char ?? ''),
    )
    return new Text(value, from, this.at)
  }
}

const toName = (raw: string): string =>
  raw.replace(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))

function fromHex(hex: string): string {
  const digits = hex.replace(/[^0-9A-Fa-f]/g, '')
  let text = ''
  for (let at = 0; at < digits.length; at += 2)
    text += String.fromCharCode(parseInt(digits.slice(at, at + 2).padEnd(2, '0'), 16))
  return text
}

/** The same text for values that mean the same. */
export function print(value: Value | undefined): string {
  if (value instanceof Name) return JSON.stringify(`/${value.name}`)
  if (value instanceof Ref) return `${value.id} ${value.generation} R`
  if (value instanceof Text) return JSON.stringify(`(${value.value}`)
  if (value instanceof Stream) return `stream at ${value.from} ${print(value.dict)}`
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`
  if (value instanceof Map)
    return `<${[...value]
      .map(([key, each]) => `${JSON.stringify(key)} ${print(each)}`)
      .sort()
      .join(',')}>`
  return String(value)
}

export const isName = (value: Value | undefined, name: string): boolean =>
  value instanceof Name && value.name === name

/** @returns [] if one is no whole number */
export function numbers(value: Value | undefined): number[] {
  if (!Array.isArray(value)) return []
  const all = value.filter((item) => typeof item === 'number')
  return all.length === value.length && all.every((item) => Number.isSafeInteger(item) && item >= 0)
    ? all
    : []
}
