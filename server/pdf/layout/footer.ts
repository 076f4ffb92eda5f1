import { pdfMessages } from '#domain/messages/pdf'
import { CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { Sheet } from './page.ts'
import { blockWidth, COLOURS, drawBlock, setText, STYLES, type TextBlock } from './typeset.ts'

export type Footer = { companyName: string; submissionId: string; stamp: Stamp | null }

export type Stamp = { name: string; when: string }

const TOP = PAGE.height - PAGE.margin + 10
const COMPANY_WIDTH = 165

export function drawFooters(sheet: Sheet, { companyName, submissionId, stamp }: Footer): void {
  const { document } = sheet
  const { start, count } = document.bufferedPageRange()
  const company = oneLine(document, companyName, COMPANY_WIDTH)
  const id = setText(document, submissionId, STYLES.footer, CONTENT_WIDTH)
  const stamped = stamp && stampLine(document, stamp)
  for (let page = 0; page < count; page++) {
    document.switchToPage(start + page)
    const number = setText(document, pdfMessages.page(page + 1, count), STYLES.footer, CONTENT_WIDTH)
    sheet.rule(PAGE.margin, TOP, CONTENT_WIDTH, 0.5, COLOURS.line)
    drawBlock(document, company, PAGE.margin, TOP + 4)
    drawBlock(document, id, (PAGE.width - blockWidth(document, id)) / 2, TOP + 4)
    drawBlock(document, number, PAGE.width - PAGE.margin - blockWidth(document, number), TOP + 4)
    if (stamped) drawBlock(document, stamped, PAGE.margin, TOP + 4 + STYLES.footer.leading)
  }
}

function oneLine(document: PDFKit.PDFDocument, text: string, width: number): TextBlock {
  const block = setText(document, text, STYLES.footer, width)
  const [first = ''] = block.lines
  return block.lines.length > 1
    ? setText(document, `${first.slice(0, -1).trimEnd()}…`, STYLES.footer, width)
    : block
}

/** One line, as printers reach no lower: shortens the name, never the time. */
function stampLine(document: PDFKit.PDFDocument, { name, when }: Stamp): TextBlock {
  const letters = [...name]
  const line = (count: number) => {
    const first = count === letters.length ? name : `${letters.slice(0, count).join('').trimEnd()}…`
    return setText(document, pdfMessages.renderedFor(first, when), STYLES.footer, CONTENT_WIDTH)
  }
  const whole = line(letters.length)
  if (whole.lines.length === 1) return whole
  let fits = 0
  let tooLong = letters.length
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (line(middle).lines.length === 1) fits = middle
    else tooLong = middle
  }
  return line(fits)
}
