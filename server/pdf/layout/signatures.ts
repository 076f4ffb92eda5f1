import { pdfMessages } from '#domain/messages/pdf'
import { COLUMN_GAP, COLUMN_WIDTH, CONTENT_WIDTH, PAGE, SIGNATURE_BOX } from '../geometry.ts'
import type { Signer } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { drawHeading } from './sections.ts'
import { blockWidth, COLOURS, drawBlock, setText, STYLES } from './typeset.ts'

export type Authorization = { title: string; body: string; disclaimer: string }

const BOX_HEIGHT = SIGNATURE_BOX.height
const BOX_PADDING = 4
const PARAGRAPH_GAP = 6
const PAIR_GAP = 14

export function drawSignatures(
  sheet: Sheet,
  heading: string,
  authorization: Authorization,
  signers: Signer[],
): void {
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

const DATE_WIDTH = 64
const NAME_WIDTH = COLUMN_WIDTH - DATE_WIDTH - 12

function drawPair(sheet: Sheet, signers: Signer[]): void {
  const { document } = sheet
  const blocks = signers.map((signer) => ({
    signer,
    title: setText(document, signer.title, STYLES.group, COLUMN_WIDTH),
    answers: signer.answers.map(({ label, value }, index) => {
      const width = index === 0 ? NAME_WIDTH : DATE_WIDTH
      return {
        label: setText(document, label, STYLES.label, width),
        value: setText(document, value || pdfMessages.noAnswer, STYLES.text, width),
        offset: index * (NAME_WIDTH + 12),
      }
    }),
  }))
  const titleHeight = STYLES.group.leading + 3
  const answersHeight = Math.max(
    0,
    ...blocks.flatMap(({ answers }) => answers.map(({ label, value }) => label.height + value.height)),
  )
  const height = titleHeight + BOX_HEIGHT + 4 + answersHeight
  sheet.keep(PAIR_GAP + height)
  sheet.y += PAIR_GAP
  blocks.forEach(({ signer, title, answers }, column) => {
    const x = PAGE.margin + column * (COLUMN_WIDTH + COLUMN_GAP)
    const boxTop = sheet.y + titleHeight
    drawBlock(document, title, x, sheet.y)
    drawBox(sheet, signer, x, boxTop)
    for (const { label, value, offset } of answers) {
      const top = boxTop + BOX_HEIGHT + 4
      drawBlock(document, label, x + offset, top)
      drawBlock(document, value, x + offset, top + label.height)
    }
  })
  sheet.y += height
}

function drawBox(sheet: Sheet, signer: Signer, x: number, y: number): void {
  const { document } = sheet
  document.rect(x, y, COLUMN_WIDTH, BOX_HEIGHT).lineWidth(0.75).strokeColor(COLOURS.rule).stroke()
  if (signer.drawing) {
    document.image(Buffer.from(signer.drawing.png.buffer), x + BOX_PADDING, y + BOX_PADDING, {
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
