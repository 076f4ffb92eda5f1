import { MARK_LIMITS } from '#domain/limits'
import { markMessages, type Mark } from '#domain/messages/mark'
import { loadSharp } from '../platform/files/open-picture.ts'
import { FONT_FILE } from './mark-font.ts'

const FAMILY = 'Mark'
/** Of the shorter side. */
const TEXT_SIZE = 0.018
const MARGIN = 0.012
const SMALLEST = 6
const QUALITY = 90

/** Writes the line at the lower edge of a JPEG or PNG, and the number into its metadata, from which all else is removed. */
export async function markPicture(file: Uint8Array, mark: Mark): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const { pixels, pictureSeconds } = MARK_LIMITS
  const source = sharp(file, { limitInputPixels: pixels, failOn: 'error' }).autoOrient()
  const { format, autoOrient } = await source.metadata()
  if (format !== 'jpeg' && format !== 'png') throw new Error('The file is neither a JPEG nor a PNG')
  const input = await drawLine(markMessages.line(mark), autoOrient)
  const { copyNumber } = mark
  const marked = source
    .composite([{ input, gravity: 'southwest' }])
    .keepIccProfile()
    .withExif({ IFD0: { ImageDescription: copyNumber } })
    .withXmp(toXmp(copyNumber))
    .timeout({ seconds: pictureSeconds })
  return format === 'png' ? marked.png().toBuffer() : marked.jpeg({ quality: QUALITY }).toBuffer()
}

/** Grey on a light band, so that it can be read on any picture. */
async function drawLine(line: string, { width, height }: Record<'width' | 'height', number>) {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  if (!GlobalFonts.has(FAMILY)) GlobalFonts.registerFromPath(FONT_FILE, FAMILY)
  const shorter = Math.min(width, height)
  const margin = Math.ceil(shorter * MARGIN)
  const wanted = Math.max(SMALLEST, shorter * TEXT_SIZE)
  const measure = createCanvas(1, 1).getContext('2d')
  measure.font = `${wanted}px ${FAMILY}`
  const size = Math.min(wanted, (wanted * (width - 2 * margin)) / measure.measureText(line).width)
  const canvas = createCanvas(width, Math.min(height, Math.ceil(size * 1.4 + margin)))
  const context = canvas.getContext('2d')
  context.font = `${size}px ${FAMILY}`
  const bandWidth = context.measureText(line).width + margin
  context.fillStyle = 'rgb(255 255 255 / 70%)'
  context.fillRect(margin / 2, 0, bandWidth, Math.ceil(size * 1.4))
  context.fillStyle = 'rgb(110 110 110)'
  context.fillText(line, margin, size * 1.05)
  return canvas.encode('png')
}

const toXmp = (copyNumber: string): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier>${copyNumber}</dc:identifier></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
