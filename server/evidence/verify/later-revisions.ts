import { fromBER } from 'asn1js'
import { Certificate, CertificateRevocationList, OCSPResponse } from 'pkijs'
import { CmsError } from './cms.ts'
import { isName, type PdfFile, type Revision } from './pdf-file.ts'
import { Name, print, Ref, Scanner, Stream, Text, type Dict, type Value } from './pdf-syntax.ts'
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

/** From `start` to its end a revision is its objects and its table, with line breaks between them. */
async function requireTiles(file: PdfFile, { at, end, entries }: Revision, start: number): Promise<void> {
  const spans = [{ from: at, to: end }]
  for (const [id, entry] of entries) {
    if (!entry || !('offset' in entry) || entry.generation !== 0) throw added()
    const { value, end } = file.objectAt(entry.offset, id)
    const scanner = new Scanner(file.text, end)
    const isStream = value instanceof Stream
    const comment = file.text.slice(entry.offset, isStream ? value.from : end).indexOf('%')
    if (comment >= 0) throw added()
    if (isStream) {
      scanner.at = (await file.data(value)).end
      scanner.word('endstream')
    }
    scanner.word('endobj')
    spans.push({ from: entry.offset, to: scanner.at })
  }
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    if (from < start || !/^[\r\n]*$/.test(file.text.slice(start, from))) throw added()
    start = to
  }
  const table = file.text.slice(at, end)
  if (start !== end || table.indexOf('%') !== table.lastIndexOf('%%EOF')) throw added()
}

const STREAM = ['Length', 'Filter']
const DSS = ['Type', 'Certs', 'OCSPs', 'CRLs', 'VRI']
const ONE = ['Type', 'Cert', 'OCSP', 'CRL', 'TU']
const FIELD = ['FT', 'T', 'V', 'Type', 'Subtype', 'F', 'P', 'Rect']
const STAMP = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M']
const LISTS = [
  ['Certs', 'Cert'],
  ['OCSPs', 'OCSP'],
  ['CRLs', 'CRL'],
] as const

/** Walks the allowed parts of a revision and notes their objects. */
class Parts {
  readonly seen = new Set<number>()

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
    for (const [list] of LISTS) await this.list(dss.get(list), list)
    const all = await this.file.resolve(dss.get('VRI') ?? new Map())
    if (!(all instanceof Map)) throw added()
    if (dss.get('VRI') instanceof Ref) throw added()
    for (const each of all.values()) {
      const one = await this.open(each, ONE)
      for (const [list, key] of LISTS) await this.list(one.get(key), list)
      if (!(one.get('TU') instanceof Text) && one.has('TU')) throw added()
    }
  }

  private async list(value: Value = [], kind: (typeof LISTS)[number][0]): Promise<void> {
    if (!Array.isArray(value)) throw added()
    for (const item of value) {
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
      const isShown = print(field.get('Rect')) !== '[0,0,0,0]' || !(field.get('T') instanceof Text)
      const isStamp = isName(dict.get('SubFilter'), 'ETSI.RFC3161') && isName(field.get('FT'), 'Sig')
      if (isShown || !isStamp || !(field.get('Subtype') instanceof Name)) throw added()
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
