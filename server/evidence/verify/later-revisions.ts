import { fromBER } from 'asn1js'
import { Certificate, CertificateRevocationList, OCSPResponse } from 'pkijs'
import { CmsError } from './cms.ts'
import type { PdfFile, Revision } from './pdf-file.ts'
import { isName, print, Ref, Scanner, Stream, Text, type Dict, type Value } from './pdf-syntax.ts'
import { toSignature, type Signature } from './signature.ts'

const added = () => new CmsError('added')

/**
 * Allows nothing behind a seal but validation data (DSS) and document time stamps: each object, and each byte between
 * them, must be a part of one of these.
 * @returns the time stamps with the revisions that they end
 * @throws CmsError 'added'
 */
export async function checkLaterRevisions(
  file: PdfFile,
  end: number,
): Promise<{ stamp: Signature; end: number }[]> {
  let before = file.before(end)
  const stamps: { stamp: Signature; end: number }[] = []
  for (const revision of file.revisions.filter(({ at }) => at >= end).reverse()) {
    if (before.revisions[0]?.end !== end) throw added()
    const after = file.before(revision.end)
    for (const stamp of await checkRevision(before, after, revision))
      stamps.push({ stamp, end: revision.end })
    before = after
    end = revision.end
  }
  if (before.revisions[0]?.end !== end || end !== file.bytes.length) throw added()
  return stamps
}

async function checkRevision(before: PdfFile, after: PdfFile, revision: Revision): Promise<Signature[]> {
  const [last] = before.revisions
  const { trailer } = revision
  if (!last || !revision.isTable || revision.startxref !== revision.at || trailer.get('Prev') !== last.at)
    throw added()
  requireEqual(last.trailer, trailer, ['Prev', 'Size'])
  const size = Math.max(Number(last.trailer.get('Size')), ...[...revision.entries.keys()].map((id) => id + 1))
  if (trailer.get('Size') !== size) throw added()
  await requireTiles(after, revision, last.end)

  const root = trailer.get('Root')
  const [catalogBefore, catalog] = [await before.dict(root), await after.dict(root)]
  requireEqual(catalogBefore, catalog, ['DSS', 'AcroForm'])
  const [formBefore, form] = [catalogBefore.get('AcroForm'), catalog.get('AcroForm')]
  const isInline = formBefore instanceof Map && form instanceof Map
  if (!isInline && print(formBefore) !== print(form)) throw added()

  const isNew = (id: number) => revision.entries.has(id) && before.find(id) === null
  const parts = new Parts(after, isNew)
  const isExtended = print(catalogBefore.get('DSS')) !== print(catalog.get('DSS'))
  if (isExtended) await parts.validationData(catalog.get('DSS'))
  const stamps =
    form === undefined ? [] : await parts.stamps(await before.dict(formBefore), await after.dict(form))
  if (!isExtended && stamps.length === 0) throw added()

  const mayChange = [root, form].flatMap((ref) => (ref instanceof Ref ? [ref.id] : []))
  for (const id of revision.entries.keys())
    if (!mayChange.includes(id) && !(isNew(id) && parts.seen.has(id))) throw added()
  return stamps
}

function requireEqual(before: Dict, after: Dict, except: string[]): void {
  const [one, other] = [before, after].map((dict) =>
    print(new Map([...dict].filter(([key]) => !except.includes(key)))),
  )
  if (one !== other) throw added()
}

/** Text as every program reads it: no comments, no controls, no room for hidden words. */
const PLAIN = /^(?!.*\s{16})[ -$&-~\r\n]*$/s
const HEAD = /\d{1,10} 0 obj\r?\n?(?=<<)/y
const LENGTH = /\/Length \d{1,10}(?=[ \r\n/>])(?! \d+ R)/
const TABLE =
  /^xref\r?\n(?:\d{1,10} \d{1,10} ?\r?\n(?:\d{10} \d{5} [nf](?: \r| \n|\r\n))*)+trailer\r?\n?<<[\w \r\n/[\]<>]+>>\r?\nstartxref\r?\n\d{1,10}\r?\n%%EOF(?:\r\n|\r|\n)?$/
/** A program that rebuilds a table takes what looks like an object for one, wherever it stands. */
const LIKE_OBJECTS = /\d[\0-\x20\xa0]*obj|endobj|endstream|xref|trailer/

/**
 * From `start` to its end a revision is its objects and its table, with line breaks between them, written so that all
 * programs read the same: where one doesn't understand a table it rebuilds it, and might find a forged page.
 */
async function requireTiles(file: PdfFile, { at, end, entries }: Revision, start: number): Promise<void> {
  const spans = [{ from: at, to: end }]
  for (const [id, entry] of entries) {
    if (!entry || !('offset' in entry) || entry.generation !== 0) throw added()
    const from = entry.offset
    if (!new Scanner(file.text, from).match(HEAD)) throw added()
    const { value, end } = file.objectAt(from, id)
    const scanner = new Scanner(file.text, end)
    if (value instanceof Stream) {
      const behind = (await file.data(value)).end
      const [dict, data] = [file.text.slice(from, value.from), file.text.slice(value.from, behind)]
      if (!PLAIN.test(dict) || !LENGTH.test(dict) || LIKE_OBJECTS.test(data)) throw added()
      scanner.at = behind
      scanner.word('endstream')
      scanner.word('endobj')
      if (!PLAIN.test(file.text.slice(behind, scanner.at))) throw added()
    } else {
      scanner.word('endobj')
      if (!PLAIN.test(file.text.slice(from, scanner.at))) throw added()
    }
    spans.push({ from, to: scanner.at })
  }
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    if (from < start || !/^[\r\n]{0,4}$/.test(file.text.slice(start, from))) throw added()
    start = to
  }
  if (start !== end || !TABLE.test(file.text.slice(at, end))) throw added()
}

const STREAM = ['Length', 'Filter']
const DSS = ['Type', 'Certs', 'OCSPs', 'CRLs', 'VRI']
const ONE = ['Type', 'Cert', 'OCSP', 'CRL', 'TU']
const FIELD = ['FT', 'T', 'V', 'Type', 'Subtype', 'F', 'P', 'Rect']
const STAMP = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M']
const TIME = /^D:\d{14}(?:Z|[+-]\d\d'\d\d'?)?$/
const TITLE = /^[\w .-]{1,60}$/
const isText = (value: Value | undefined, pattern: RegExp): boolean =>
  value instanceof Text && pattern.test(value.value)
const LISTS = [
  ['Certs', 'Cert'],
  ['OCSPs', 'OCSP'],
  ['CRLs', 'CRL'],
] as const

/** Walks the allowed parts of a revision and notes their objects. */
class Parts {
  readonly seen = new Set<number>()
  private readonly checked = new Set<string>()

  constructor(
    private readonly file: PdfFile,
    private readonly isNew: (id: number) => boolean,
  ) {}

  private async open(value: Value | undefined, keys: string[]): Promise<Dict> {
    if (value instanceof Ref) this.seen.add(value.id)
    const dict = await this.file.dict(value)
    if ([...dict.keys()].some((key) => !keys.includes(key))) throw added()
    return dict
  }

  async validationData(value: Value | undefined): Promise<void> {
    const dss = await this.open(value, DSS)
    if (dss.has('Type') && !isName(dss.get('Type'), 'DSS')) throw added()
    for (const [list] of LISTS) await this.list(dss.get(list), list)
    const all = await this.file.resolve(dss.get('VRI') ?? new Map())
    if (!(all instanceof Map)) throw added()
    if (dss.get('VRI') instanceof Ref) throw added()
    for (const [name, each] of all) {
      const one = await this.open(each, ONE)
      const isNamed = /^[0-9A-F]{40}$/.test(name) && (!one.has('Type') || isName(one.get('Type'), 'VRI'))
      if (!isNamed || (one.has('TU') && !isText(one.get('TU'), TIME))) throw added()
      for (const [list, key] of LISTS) await this.list(one.get(key), list)
    }
  }

  private async list(value: Value = [], kind: (typeof LISTS)[number][0]): Promise<void> {
    if (!Array.isArray(value)) throw added()
    for (const item of value) {
      // Each is named twice: for the file, and for the signature that it belongs to.
      const place = `${kind} ${print(item)}`
      if (this.checked.has(place)) continue
      this.checked.add(place)
      const stream = await this.file.resolve(item)
      if (!(item instanceof Ref) || !(stream instanceof Stream)) throw added()
      if ([...stream.dict.keys()].some((key) => !STREAM.includes(key))) throw added()
      this.seen.add(item.id)
      if (!isRevocationData(kind, (await this.file.data(stream)).content)) throw added()
    }
  }

  /** The form may gain fields that show nothing and hold a document time stamp. */
  async stamps(before: Dict, after: Dict): Promise<Signature[]> {
    requireEqual(before, after, ['Fields'])
    const [old, all] = [before.get('Fields') ?? [], after.get('Fields') ?? []]
    if (!Array.isArray(old) || !Array.isArray(all) || print(all.slice(0, old.length)) !== print(old))
      throw added()
    const stamps: Signature[] = []
    for (const ref of all.slice(old.length)) {
      if (!(ref instanceof Ref) || !this.isNew(ref.id)) throw added()
      const field = await this.open(ref, FIELD)
      const value = field.get('V')
      if (!(value instanceof Ref) || !this.isNew(value.id)) throw added()
      const dict = await this.open(value, STAMP)
      const isShown = print(field.get('Rect')) !== '[0,0,0,0]' || !isText(field.get('T'), TITLE)
      const isStamp = isName(dict.get('SubFilter'), 'ETSI.RFC3161') && isName(field.get('FT'), 'Sig')
      if (isShown || !isStamp || !isName(field.get('Subtype'), 'Widget')) throw added()
      const [flags, page] = [field.get('F') ?? 0, field.get('P') ?? ref]
      if (typeof flags !== 'number' || !(page instanceof Ref)) throw added()
      if (dict.has('M') && !isText(dict.get('M'), TIME)) throw added()
      for (const [key, name] of [
        ['Type', 'DocTimeStamp'],
        ['Filter', 'Adobe.PPKLite'],
      ] as const)
        if (dict.has(key) && !isName(dict.get(key), name)) throw added()
      stamps.push(toSignature(dict))
    }
    return stamps
  }
}

const KINDS = { Certs: Certificate, OCSPs: OCSPResponse, CRLs: CertificateRevocationList }

/** Whether bytes are one certificate, OCSP response or revocation list, and nothing else. */
function isRevocationData(kind: keyof typeof KINDS, bytes: Uint8Array): boolean {
  try {
    const { result, offset } = fromBER(bytes)
    return offset === bytes.length && new KINDS[kind]({ schema: result }) !== null
  } catch {
    return false
  }
}
