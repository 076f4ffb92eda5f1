import type { FormattedSection } from '#domain/catalogue/formatted-view'
import { LIMITS } from '#domain/limits'
import { pdfMessages } from '#domain/messages/pdf'
import type { Values } from '#domain/catalogue/values'
import { COLUMN_GAP, COLUMN_WIDTH, CONTENT_WIDTH, PAGE, type Sheet } from './page.ts'
import { picture, signatureBytes, type Picture } from './pictures.ts'
import { drawHeading } from './sections.ts'
import { blockWidth, COLOURS, drawBlock, setText, STYLES, type TextBlock } from './typeset.ts'

/** A signer as printed: `drawing` null where none can be shown, `note` then says why. */
export type Signer = { title: string; name: string; date: string; drawing: Picture | null; note: string }

export type Authorization = { title: string; body: string; disclaimer: string }

const { width: CANVAS_WIDTH, height: CANVAS_HEIGHT } = LIMITS.signatureCanvas
const BOX_HEIGHT = (COLUMN_WIDTH * CANVAS_HEIGHT) / CANVAS_WIDTH
const BOX_PADDING = 4
const PARAGRAPH_GAP = 6

/** Reads the signers of an application, their drawings put on white; a damaged one leaves a note. */
export async function readSigners(section: FormattedSection, values: Values): Promise<Signer[]> {
  return Promise.all(
    section.groups.map(async (group) => {
      const [name, date] = group.rows.filter((row) => !row.signature)
      const drawn = group.rows.find((row) => row.signature)
      const dataUrl = (drawn && values[drawn.name]) ?? ''
      const bytes = signatureBytes(dataUrl)
      const drawing = bytes && (await picture(bytes, { width: COLUMN_WIDTH, height: BOX_HEIGHT }))
      const absent = group.key === 'signer2' && !name?.value && !date?.value && !dataUrl
      return {
        title: group.title ?? '',
        name: name?.value ?? '',
        date: date?.value ?? '',
        drawing,
        note: noteFor(dataUrl, absent),
      }
    }),
  )
}

function noteFor(dataUrl: string, absent: boolean): string {
  if (absent) return pdfMessages.noSecondSigner
  return dataUrl === '' ? pdfMessages.noSignature : pdfMessages.damagedSignature
}

/** The wording that is signed, then a ruled box for each signer; a box never splits. */
export function drawSignatures(sheet: Sheet, heading: string, authorization: Authorization, signers: Signer[]): void {
  const { document } = sheet
  const title = setText(document, authorization.title, STYLES.group, CONTENT_WIDTH)
  drawHeading(sheet, heading, PARAGRAPH_GAP + title.height + 2 * STYLES.text.leading)
  sheet.y += PARAGRAPH_GAP
  sheet.flow(title)
  drawParagraphs(sheet, authorization.body, STYLES.text)
  drawParagraphs(sheet, authorization.disclaimer, STYLES.small)
  for (let first = 0; first < signers.length; first += 2) drawPair(sheet, signers.slice(first, first + 2))
}

function drawParagraphs(sheet: Sheet, text: string, style: typeof STYLES.text | typeof STYLES.small): void {
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (paragraph.trim() === '') continue
    sheet.y += PARAGRAPH_GAP
    sheet.flow(setText(sheet.document, paragraph, style, CONTENT_WIDTH))
  }
}

type SignerBlocks = { signer: Signer; title: TextBlock; name: TextBlock; date: TextBlock }

function drawPair(sheet: Sheet, signers: Signer[]): void {
  const { document } = sheet
  const dateWidth = 64
  const blocks = signers.map((signer): SignerBlocks => ({
    signer,
    title: setText(document, signer.title, STYLES.group, COLUMN_WIDTH),
    name: setText(document, signer.name || pdfMessages.noAnswer, STYLES.text, COLUMN_WIDTH - dateWidth - 12),
    date: setText(document, signer.date || pdfMessages.noAnswer, STYLES.text, dateWidth),
  }))
  const label = STYLES.label.leading
  const titleHeight = Math.max(...blocks.map(({ title }) => title.height)) + 3
  const textHeight = Math.max(...blocks.map(({ name, date }) => Math.max(name.height, date.height)))
  sheet.keep(14 + titleHeight + BOX_HEIGHT + 4 + label + textHeight)
  sheet.y += 14
  blocks.forEach(({ signer, title, name, date }, column) => {
    const x = PAGE.margin + column * (COLUMN_WIDTH + COLUMN_GAP)
    const boxTop = sheet.y + titleHeight
    const textTop = boxTop + BOX_HEIGHT + 4
    drawBlock(document, title, x, sheet.y)
    drawBox(sheet, signer, x, boxTop)
    drawBlock(document, setText(document, pdfMessages.signedBy, STYLES.label, COLUMN_WIDTH), x, textTop)
    drawBlock(document, name, x, textTop + label)
    const right = x + COLUMN_WIDTH - dateWidth
    drawBlock(document, setText(document, pdfMessages.signedOn, STYLES.label, dateWidth), right, textTop)
    drawBlock(document, date, right, textTop + label)
  })
  sheet.y += titleHeight + BOX_HEIGHT + 4 + label + textHeight
}

function drawBox(sheet: Sheet, signer: Signer, x: number, y: number): void {
  const { document } = sheet
  document.rect(x, y, COLUMN_WIDTH, BOX_HEIGHT).lineWidth(0.75).strokeColor(COLOURS.rule).stroke()
  if (signer.drawing) {
    document.image(signer.drawing.png, x + BOX_PADDING, y + BOX_PADDING, {
      fit: [COLUMN_WIDTH - 2 * BOX_PADDING, BOX_HEIGHT - 2 * BOX_PADDING],
      align: 'center',
      valign: 'center',
    })
    return
  }
  const note = setText(document, signer.note, STYLES.small, COLUMN_WIDTH - 2 * BOX_PADDING)
  const left = x + (COLUMN_WIDTH - blockWidth(document, note)) / 2
  drawBlock(document, note, left, y + (BOX_HEIGHT - note.height) / 2)
}
