import { pdfMessages } from '#domain/messages/pdf'
import { COLUMN_GAP, COLUMN_WIDTH, CONTENT_WIDTH, PAGE, SIGNATURE_BOX } from '../geometry.ts'
import type { Signer } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { drawHeading } from './sections.ts'
import { COLOURS, STYLES, type Style } from './typeset.ts'

const BOX_HEIGHT = SIGNATURE_BOX.height
const BOX_PADDING = 4
const PARAGRAPH_GAP = 6
const PAIR_GAP = 14
const TITLE_HEIGHT = STYLES.group.leading + 3
const ANSWER_GAP = 12
const DATE_WIDTH = 64
const NAME_WIDTH = COLUMN_WIDTH - DATE_WIDTH - ANSWER_GAP

export function drawSignatures(
  sheet: Sheet,
  heading: string,
  authorization: { title: string; body: string; disclaimer: string },
  signers: Signer[],
): void {
  const title = sheet.set(authorization.title, STYLES.group, CONTENT_WIDTH)
  drawHeading(sheet, heading, PARAGRAPH_GAP + title.height + 2 * STYLES.text.leading)
  sheet.y += PARAGRAPH_GAP
  sheet.flow(title)
  drawParagraphs(sheet, authorization.body, STYLES.text)
  drawParagraphs(sheet, authorization.disclaimer, STYLES.small)
  for (let first = 0; first < signers.length; first += 2) drawPair(sheet, signers.slice(first, first + 2))
}

export function drawAddition(sheet: Sheet, heading: string, signer: Signer): void {
  drawHeading(sheet, heading, PAIR_GAP + TITLE_HEIGHT + BOX_HEIGHT)
  drawPair(sheet, [signer])
}

function drawParagraphs(sheet: Sheet, text: string, style: Style): void {
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (paragraph.trim() === '') continue
    sheet.y += PARAGRAPH_GAP
    sheet.flow(sheet.set(paragraph, style, CONTENT_WIDTH))
  }
}

function drawPair(sheet: Sheet, signers: Signer[]): void {
  const columns = signers.map((signer, column) => {
    const x = PAGE.margin + column * (COLUMN_WIDTH + COLUMN_GAP)
    const answers = signer.answers.map(({ label, value }, index) => {
      const width = index === 0 ? NAME_WIDTH : DATE_WIDTH
      return {
        left: x + index * (NAME_WIDTH + ANSWER_GAP),
        label: sheet.set(label, STYLES.label, width),
        value: sheet.set(value || pdfMessages.noAnswer, STYLES.text, width),
      }
    })
    return { signer, x, answers }
  })
  const heights = columns.flatMap(({ answers }) =>
    answers.map(({ label, value }) => label.height + value.height),
  )
  const height = TITLE_HEIGHT + BOX_HEIGHT + 4 + Math.max(0, ...heights)
  sheet.keep(PAIR_GAP + height)
  sheet.y += PAIR_GAP
  const boxTop = sheet.y + TITLE_HEIGHT
  for (const { signer, x, answers } of columns) {
    sheet.draw(x, sheet.y, sheet.set(signer.title, STYLES.group, COLUMN_WIDTH))
    drawBox(sheet, signer, x, boxTop)
    for (const { left, label, value } of answers) sheet.draw(left, boxTop + BOX_HEIGHT + 4, label, value)
  }
  sheet.y += height
}

function drawBox(sheet: Sheet, { drawing, note }: Signer, x: number, y: number): void {
  const { document } = sheet
  const width = COLUMN_WIDTH - 2 * BOX_PADDING
  document.rect(x, y, COLUMN_WIDTH, BOX_HEIGHT).lineWidth(0.75).strokeColor(COLOURS.rule).stroke()
  if (drawing) {
    document.image(Buffer.from(drawing.png), x + BOX_PADDING, y + BOX_PADDING, {
      fit: [width, BOX_HEIGHT - 2 * BOX_PADDING],
      align: 'center',
      valign: 'center',
    })
    return
  }
  const text = sheet.set(note, STYLES.small, width)
  sheet.draw(x + (COLUMN_WIDTH - sheet.measure(text)) / 2, y + (BOX_HEIGHT - text.height) / 2, text)
}
