import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** What the first pages of `pagedPdf` are painted with, in this order. */
export const PAGE_COLOURS = ['#b3261e', '#0b7a4b', '#1d4fd7'] as const

/** Three pages, each with its number in words and a rectangle of its own colour; with a password, locked by it. */
export async function pagedPdf(password?: string): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    ...(password !== undefined && { userPassword: password }),
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => pdf.on('end', resolve))
  PAGE_COLOURS.forEach((colour, index) => {
    // A font that PDFs take for granted and do not bring along.
    pdf
      .addPage({ size: 'LETTER' })
      .font('Helvetica')
      .fontSize(28)
      .text(`Statement, page number ${index + 1}`)
    pdf.rect(72, 300, 400, 200).fill(colour)
  })
  pdf.end()
  await done
  return Buffer.concat(chunks)
}

/** A PDF as far as can be told without reading it: it has a root, which is not there. */
export const BROKEN_PDF = Buffer.from(
  `%PDF-1.7\n1 0 obj<</Nothing true>>endobj\n${'nothing here\n'.repeat(20)}trailer<</Root 9 0 R>>\n%%EOF\n`,
)

/** A page as a fax machine sends it: its picture needs a decoder in WebAssembly. */
export async function faxPdf(): Promise<Buffer> {
  const [width, height] = [200, 100]
  const isInk = (at: number) => at % width >= 40 && at % width < 160 && at > 20 * width && at < 80 * width
  const drawing = Buffer.from(Array.from({ length: width * height }, (_none, at) => (isInk(at) ? 0 : 255)))
  const tiff = await sharp(drawing, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const at = tagOf(tiff, 273)
  const data = tiff.subarray(at, at + tagOf(tiff, 279))
  const parameters = '<</K -1/Columns 200/Rows 100>>'
  const content = 'q 200 0 0 100 0 50 cm /I Do Q'
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>endobj\n' +
        `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj\n` +
        `5 0 obj<</Type/XObject/Subtype/Image/Width 200/Height 100/ColorSpace/DeviceGray/BitsPerComponent 1` +
        `/Filter/CCITTFaxDecode/DecodeParms${parameters}/Length ${data.length}>>stream\n`,
    ),
    data,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
}

/** The value of a tag in the first directory of a little-endian TIFF. */
function tagOf(tiff: Buffer, tag: number): number {
  const directory = tiff.readUInt32LE(4)
  const count = tiff.readUInt16LE(directory)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (tiff.readUInt16LE(entry) === tag) return tiff.readUInt32LE(entry + 8)
  }
  throw new Error(`The TIFF has no tag ${tag}`)
}
