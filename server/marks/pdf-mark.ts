import {
  grayscale,
  PDF,
  PdfArray,
  PdfDict,
  PdfStream,
  PdfString,
  type PDFPage,
  type PdfObject,
} from '@libpdf/core'
import { markMessages, type Mark } from '#domain/messages/mark'
import { boxOf, contentsOf, inherited, rotationOf, type Resolver } from './pdf-parts.ts'
import { placeAtEdge, shownBox, unbalancedStates } from './page-place.ts'
import { markFont } from './mark-font.ts'
import { withoutSignatures } from './without-signatures.ts'

/** The key of our entry in page-piece dictionaries, ISO 32000-1, 14.5. */
const APPLICATION = 'Intake'
const FONT_SIZE = 6.5
const GREY = grayscale(0.55)
const LETTER = [0, 0, 612, 792] as const

/** @throws Error if the file can't be read, or not without a password */
export async function openPdf(bytes: Uint8Array): Promise<PDF> {
  // Without a password this tries an empty one, by which files open that are only protected from changes.
  const pdf = await PDF.load(bytes.slice())
  if (pdf.isEncrypted && !pdf.isAuthenticated) throw new Error('The file needs a password')
  if (pdf.getPageCount() === 0) throw new Error('The file has no pages')
  return pdf
}

/** Writes the line on each page, and the number into the structure of pages and file. */
export async function markPdf(bytes: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const pdf = await openPdf(bytes)
  const resolve: Resolver = (ref) => pdf.getObject(ref)
  const line = await embedLine(pdf, mark)
  const name = `Mark${mark.copyNumber.replaceAll('-', '')}`
  const marked = new Map<PdfDict, PdfObject>()

  const resourcesOf = (page: PdfDict): PdfObject => {
    const found = inherited(page, 'Resources', resolve)
    const own = found instanceof PdfDict ? found : new PdfDict()
    const known = marked.get(own)
    if (known) return known
    const copy = own.clone()
    const objects = own.getDict('XObject', resolve)?.clone() ?? new PdfDict()
    objects.set(name, line.ref)
    copy.set('XObject', objects)
    const ref = pdf.register(copy)
    marked.set(own, ref)
    return ref
  }
  const stream = (content: string) => pdf.register(new PdfStream([], Buffer.from(content)))

  const piece = () =>
    PdfDict.of({
      [APPLICATION]: PdfDict.of({
        LastModified: PdfString.fromString(toPdfDate(new Date())),
        Private: PdfString.fromString(mark.copyNumber),
      }),
    })
  for (const { dict: page } of pdf.getPages()) {
    const box = shownBox(boxOf(page, 'MediaBox', resolve) ?? LETTER, boxOf(page, 'CropBox', resolve))
    const matrix = placeAtEdge(box, rotationOf(page, resolve), line.width)
    const contents = contentsOf(page, resolve)
    const { open, excess } = unbalancedStates(contents.map((each) => textOf(each, resolve)).join('\n'))
    const at = matrix.map((each) => Number(each.toFixed(4))).join(' ')
    page.set(
      'Contents',
      PdfArray.of(
        stream('q\n'.repeat(excess + 1)),
        ...contents,
        stream(`\n${'Q\n'.repeat(open + 1)}q ${at} cm /${name} Do Q\n`),
      ),
    )
    page.set('Resources', resourcesOf(page))
    page.set('PieceInfo', piece())
    page.set('LastModified', PdfString.fromString(toPdfDate(new Date())))
  }
  pdf.getCatalog().set('PieceInfo', piece())
  withoutSignatures(pdf.getCatalog(), resolve)
  // Only changing the file is protected, and by then it is read.
  pdf.context.info.isEncrypted = false
  return pdf.save()
}

/** The number in the structure of a file that `markPdf` wrote. */
export async function readPieces(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes)
  const resolve: Resolver = (ref) => pdf.getObject(ref)
  const places = [pdf.getCatalog(), ...pdf.getPages().map(({ dict }: PDFPage) => dict)]
  const numbers = places.map((place) =>
    place
      .getDict('PieceInfo', resolve)
      ?.getDict(APPLICATION, resolve)
      ?.getString('Private', resolve)
      ?.asString(),
  )
  return numbers.filter((number) => number !== undefined)
}

/** The line as a form that all pages share. */
async function embedLine(pdf: PDF, mark: Mark) {
  const draft = PDF.create()
  const { font, width, text } = markFont(draft, markMessages.line(mark), FONT_SIZE)
  draft.addPage({ width, height: 2 * FONT_SIZE }).drawText(text, {
    font, size: FONT_SIZE, x: 0, y: FONT_SIZE / 2, color: GREY }) // prettier-ignore
  const { ref } = await pdf.embedPage(await PDF.load(await draft.save({ subsetFonts: true })), 0)
  return { ref, width }
}

/** Damaged content counts as balanced. */
function textOf(content: PdfObject, resolve: Resolver): string {
  const stream = content.type === 'ref' ? resolve(content) : content
  try {
    return stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()).toString('latin1') : ''
  } catch {
    return ''
  }
}

const toPdfDate = (at: Date): string => `D:${at.toISOString().replace(/[-:T]|\.\d+/g, '')}`
