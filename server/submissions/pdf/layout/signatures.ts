import { pdfMessages } from '#domain/messages/pdf'
import { COLUMN_GAP, COLUMN_WIDTH, CONTENT_WIDTH, PAGE, SIGNATURE_BOX } from '../geometry.ts'
import type { Signer } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { drawHeading, headingHeight } from './sections.ts'
import { COLOURS, STYLES, type Style, type TextBlock } from './typeset.ts'

const BOX_HEIGHT = SIGNATURE_BOX.height
const BOX_PADDING = 4
const PARAGRAPH_GAP = 4
const PAIR_GAP = 8
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
  const text = [
    ...toParagraphs(sheet, authorization.body, STYLES.terms),
    ...toParagraphs(sheet, authorization.disclaimer, STYLES.small),
  ]
  const pairs = signers.flatMap((_, index) =>
    index % 2 === 0 ? [toPair(sheet, signers.slice(index, index + 2))] : [],
  )
  const height = [title, ...text].reduce((sum, block) => sum + PARAGRAPH_GAP + block.height, 0)
  const boxes = pairs.reduce((sum, pair) => sum + PAIR_GAP + pair.height, 0)
  // Keeps a signature on the page of the text that it signs.
  sheet.keepWhole(headingHeight({ height: STYLES.heading.leading }) + height + boxes)
  drawHeading(sheet, heading, PARAGRAPH_GAP + title.height + 2 * STYLES.text.leading)
  sheet.y += PARAGRAPH_GAP
  sheet.tag('H3', () => sheet.flow(title))
  for (const paragraph of text) {
    sheet.y += PARAGRAPH_GAP
    sheet.tag('P', () => sheet.flow(paragraph))
  }
  for (const pair of pairs) drawPair(sheet, pair)
}

export function drawAddition(sheet: Sheet, heading: string, signer: Signer): void {
  drawHeading(sheet, heading, PAIR_GAP + TITLE_HEIGHT + BOX_HEIGHT)
  drawPair(sheet, toPair(sheet, [signer]))
}

const toParagraphs = (sheet: Sheet, text: string, style: Style): TextBlock[] =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => sheet.set(paragraph, style, CONTENT_WIDTH))

type Pair = ReturnType<typeof toPair>

function toPair(sheet: Sheet, signers: Signer[]) {
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
  return { columns, height: TITLE_HEIGHT + BOX_HEIGHT + 4 + Math.max(0, ...heights) }
}

function drawPair(sheet: Sheet, { columns, height }: Pair): void {
  sheet.keep(PAIR_GAP + height)
  sheet.y += PAIR_GAP
  const boxTop = sheet.y + TITLE_HEIGHT
  for (const { signer, x, answers } of columns) {
    sheet.tag('H3', () => sheet.draw(x, sheet.y, sheet.set(signer.title, STYLES.group, COLUMN_WIDTH)))
    drawBox(sheet, signer, x, boxTop)
    for (const { left, label, value } of answers)
      sheet.tag('P', () => sheet.draw(left, boxTop + BOX_HEIGHT + 4, label, value))
  }
  sheet.y += height
}

function drawBox(sheet: Sheet, { title, answers, drawing, note }: Signer, x: number, y: number): void {
  const { document } = sheet
  const width = COLUMN_WIDTH - 2 * BOX_PADDING
  sheet.mark(() =>
    document.rect(x, y, COLUMN_WIDTH, BOX_HEIGHT).lineWidth(0.75).strokeColor(COLOURS.rule).stroke(),
  )
  if (drawing) {
    const draw = () =>
      document.image(Buffer.from(drawing.png), x + BOX_PADDING, y + BOX_PADDING, {
        fit: [width, BOX_HEIGHT - 2 * BOX_PADDING],
        align: 'center',
        valign: 'center',
      })
    const alt = pdfMessages.drawing(answers[0]?.value || title)
    sheet.tag('Figure', () => sheet.mark(draw), { alt })
    return
  }
  const text = sheet.set(note, STYLES.small, width)
  const left = x + (COLUMN_WIDTH - sheet.measure(text)) / 2
  sheet.tag('P', () => sheet.draw(left, y + (BOX_HEIGHT - text.height) / 2, text))
}
