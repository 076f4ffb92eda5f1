import { isName, numbers, PdfError, Ref, Scanner, Stream, type Dict, type Value } from './pdf-syntax.ts'
import { COLUMNS, inflate, unpredict } from './stream-data.ts'

/** Where an object stands: in the file, or in an object stream; null if it was freed. */
type Entry = { offset: number; generation: number } | { container: number; index: number } | null

/** One saving of a file. `at` is the offset of its table, `end` that behind its %%EOF. */
export type Revision = {
  at: number
  end: number
  isTable: boolean
  /** the offset that it gives for its table */
  startxref: number
  entries: Map<number, Entry>
  trailer: Dict
}

const REVISIONS = 100
const OBJECTS = 1_000_000
const CHUNK = 8192
/** of all streams of a file together */
const INFLATED_BYTES = 16 * 1024 * 1024
const OBJECTS_IN_STREAM = 10_000
/** of all objects that are read, each as often as it is */
const READ_CHARS = 64 * 1024 * 1024

/** A PDF as its cross-reference tables show it. They are never rebuilt: a damaged file is refused. */
export class PdfFile {
  readonly text: string
  /** the newest first */
  readonly revisions: Revision[]
  private readonly opened = new Map<number, Promise<{ text: string; offsets: number[] }>>()
  private inflated = 0
  private charsRead = 0

  private constructor(
    readonly bytes: Uint8Array,
    text: string,
    revisions: Revision[],
  ) {
    this.text = text
    this.revisions = revisions
  }

  static async open(bytes: Uint8Array): Promise<PdfFile> {
    const file = new PdfFile(bytes, toText(bytes), [])
    if (!file.text.startsWith('%PDF-')) throw new PdfError('no header')
    const last = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.text.slice(-2048))
    let at: number | undefined = last ? Number(last[1]) : undefined
    const seen = new Set<number>()
    while (at !== undefined) {
      if (seen.has(at) || seen.size >= REVISIONS) throw new PdfError('too many revisions')
      seen.add(at)
      const revision = await file.readRevision(at)
      file.revisions.push(revision)
      const previous = revision.trailer.get('Prev')
      at = typeof previous === 'number' ? previous : undefined
    }
    if (!file.trailer) throw new PdfError('no trailer')
    return file
  }

  get trailer(): Dict | undefined {
    return this.revisions[0]?.trailer
  }

  /** The file as it was when it ended there. */
  before(end: number): PdfFile {
    return new PdfFile(
      this.bytes,
      this.text,
      this.revisions.filter(({ at }) => at < end),
    )
  }

  find(id: number): Entry {
    return this.revisions.find(({ entries }) => entries.has(id))?.entries.get(id) ?? null
  }

  async resolve(value: Value | undefined): Promise<Value> {
    for (let steps = 0; value instanceof Ref; steps++) {
      if (steps > 20) throw new PdfError('a reference leads to itself')
      value = await this.object(value.id)
    }
    return value ?? null
  }

  async dict(value: Value | undefined): Promise<Dict> {
    const found = await this.resolve(value)
    if (found instanceof Map) return found
    throw new PdfError('no dictionary')
  }

  async array(value: Value | undefined): Promise<Value[]> {
    const found = await this.resolve(value)
    return Array.isArray(found) ? found : []
  }

  async object(id: number): Promise<Value> {
    const entry = this.find(id)
    if (entry === null) return null
    if ('offset' in entry) return this.objectAt(entry.offset, id).value
    const opened = this.opened.get(entry.container) ?? this.openContainer(entry.container)
    this.opened.set(entry.container, opened)
    const { text, offsets } = await opened
    const offset = offsets[entry.index]
    return offset === undefined ? null : this.read(new Scanner(text, offset), 1)
  }

  private read(scanner: Scanner, depth: number): Value {
    const from = scanner.at
    const value = scanner.value(depth)
    this.charsRead += scanner.at - from
    if (this.charsRead > READ_CHARS) throw new PdfError('objects are too large')
    return value
  }

  /** @returns the object and the offset behind its value */
  objectAt(offset: number, id: number): { value: Value; end: number } {
    const scanner = new Scanner(this.text, offset)
    const head = scanner.match(/(\d{1,10})\s+\d{1,5}\s+obj(?![a-zA-Z])/y)
    if (Number(head?.[1]) !== id) throw new PdfError(`no object ${id} at ${offset}`)
    const value = this.read(scanner, 0)
    return { value, end: scanner.at }
  }

  /** @returns the decoded data of a stream, and the offset behind it */
  async data(stream: Stream): Promise<{ content: Uint8Array; end: number }> {
    const length = await this.resolve(stream.dict.get('Length'))
    if (typeof length !== 'number' || !(length >= 0) || stream.from + length > this.bytes.length)
      throw new PdfError('a stream has no length')
    const end = stream.from + length
    const raw = this.bytes.subarray(stream.from, end)
    const [filter, more] = [stream.dict.get('Filter') ?? []].flat()
    if (filter === undefined) return { content: raw, end }
    if (more !== undefined || !isName(filter, 'FlateDecode')) throw new PdfError('a stream is encoded')
    const content = await inflate(raw, INFLATED_BYTES - this.inflated)
    this.inflated += content.length
    return { content, end }
  }

  private async openContainer(id: number): Promise<{ text: string; offsets: number[] }> {
    const entry = this.find(id)
    const stream = entry && 'offset' in entry ? this.objectAt(entry.offset, id).value : null
    if (!(stream instanceof Stream)) throw new PdfError('no object stream')
    const text = toText((await this.data(stream)).content)
    const [count, first] = numbers([stream.dict.get('N') ?? null, stream.dict.get('First') ?? null])
    if (count === undefined || first === undefined || count > OBJECTS_IN_STREAM)
      throw new PdfError('no object stream')
    const head = new Scanner(text, 0)
    const offsets = Array.from({ length: count }, () => {
      head.integer()
      return first + head.integer()
    })
    return { text, offsets }
  }

  private async readRevision(at: number): Promise<Revision> {
    const scanner = new Scanner(this.text, at)
    const table = scanner.match(/xref\s/y)
    const read = table ? this.readTable(scanner) : await this.readStream(at, scanner)
    scanner.word('startxref')
    const startxref = scanner.integer()
    if (!scanner.match(/\s*%%EOF(?:\r\n|\r|\n)?/y)) throw new PdfError('a revision has no end')
    return { at, end: scanner.at, isTable: table !== null, startxref, ...read }
  }

  private readTable(scanner: Scanner): Pick<Revision, 'entries' | 'trailer'> {
    const entries: Revision['entries'] = new Map()
    for (scanner.space(); !scanner.match(/trailer/y); scanner.space()) {
      const [first, count] = [scanner.integer(), scanner.integer()]
      for (let id = first; id < first + count; id++) {
        if (entries.has(id) || entries.size > OBJECTS) throw new PdfError('an object stands twice in a table')
        const entry = scanner.match(/\s*(\d{10}) (\d{5}) ([nf])/y)
        if (!entry) throw new PdfError('no entry of a table')
        const place = { offset: Number(entry[1]), generation: Number(entry[2]) }
        entries.set(id, entry[3] === 'n' ? place : null)
      }
    }
    const trailer = scanner.value(1)
    if (!(trailer instanceof Map) || trailer.has('XRefStm')) throw new PdfError('no plain trailer')
    return { entries, trailer }
  }

  private async readStream(at: number, scanner: Scanner): Promise<Pick<Revision, 'entries' | 'trailer'>> {
    const { value: stream } = this.objectAt(at, Number(scanner.match(/\d{1,10}/y)?.[0]))
    if (!(stream instanceof Stream) || !isName(stream.dict.get('Type'), 'XRef'))
      throw new PdfError('no table')
    const { content, end } = await this.data(stream)
    scanner.at = end
    scanner.word('endstream')
    scanner.word('endobj')
    const rows = unpredict(content, stream.dict.get('DecodeParms'))
    const [kind = 0, place = 0, detail = 0] = numbers(stream.dict.get('W'))
    const width = kind + place + detail
    if (width === 0 || width > COLUMNS) throw new PdfError('a table has no columns')
    const index = numbers(stream.dict.get('Index') ?? [0, stream.dict.get('Size') ?? 0])
    const entries: Revision['entries'] = new Map()
    const read = (from: number, width: number) =>
      rows.subarray(from, from + width).reduce((sum, byte) => sum * 256 + byte, 0)
    let row = 0
    for (let pair = 0; pair < index.length; pair += 2) {
      const [first = 0, count = 0] = index.slice(pair)
      for (let id = first; id < first + count && row < rows.length; id++, row += width) {
        const type = kind === 0 ? 1 : read(row, kind)
        const [second, third] = [read(row + kind, place), read(row + kind + place, detail)]
        const stored = { container: second, index: third }
        entries.set(id, type === 1 ? { offset: second, generation: third } : type === 2 ? stored : null)
      }
    }
    return { entries, trailer: stream.dict }
  }
}

/** One character for each byte; the browser's own 'latin1' is windows-1252. */
export function toText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK)
    parts.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + CHUNK)))
  return parts.join('')
}
