import { pdfMessages } from '#domain/messages/pdf'
import { CONTENT_WIDTH, PAGE, type Sheet } from './page.ts'
import { blockWidth, COLOURS, drawBlock, setText, STYLES, type TextBlock } from './typeset.ts'

export type Footer = { companyName: string; submissionId: string; stamp: string | null }

const TOP = PAGE.height - PAGE.margin + 10
const COMPANY_WIDTH = 165

/** Draws every page's foot, in the bottom margin: company, submission, 'Page x of y', and the stamp if there is one. */
export function drawFooters(sheet: Sheet, { companyName, submissionId, stamp }: Footer): void {
  const { document } = sheet
  const { start, count } = document.bufferedPageRange()
  const company = oneLine(document, companyName, COMPANY_WIDTH)
  const id = setText(document, submissionId, STYLES.footer, CONTENT_WIDTH)
  const stampLines = stamp === null ? null : setText(document, stamp, STYLES.footer, CONTENT_WIDTH)
  for (let page = 0; page < count; page++) {
    document.switchToPage(start + page)
    const number = setText(document, pdfMessages.page(page + 1, count), STYLES.footer, CONTENT_WIDTH)
    sheet.rule(PAGE.margin, TOP, CONTENT_WIDTH, 0.5, COLOURS.line)
    drawBlock(document, company, PAGE.margin, TOP + 4)
    drawBlock(document, id, (PAGE.width - blockWidth(document, id)) / 2, TOP + 4)
    drawBlock(document, number, PAGE.width - PAGE.margin - blockWidth(document, number), TOP + 4)
    if (stampLines) drawBlock(document, stampLines, PAGE.margin, TOP + 4 + STYLES.footer.leading)
  }
}

/** The full name stands on top of the first page; a foot has one line. */
function oneLine(document: PDFKit.PDFDocument, text: string, width: number): TextBlock {
  const block = setText(document, text, STYLES.footer, width)
  const [first = ''] = block.lines
  return block.lines.length > 1
    ? setText(document, `${first.slice(0, -1).trimEnd()}…`, STYLES.footer, width)
    : block
}
