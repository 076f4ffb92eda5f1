import { pdfMessages } from '#domain/messages/pdf'
import { toReference } from '#domain/reference'
import { CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { Sheet } from './page.ts'
import { COLOURS, STYLES, type TextBlock } from './typeset.ts'

type Stamp = { name: string; when: string }

const TOP = PAGE.height - PAGE.margin + 10
const COMPANY_WIDTH = 140

export function drawFooters(
  sheet: Sheet,
  { companyName, submissionId, stamp }: { companyName: string; submissionId: string; stamp: Stamp | null },
): void {
  const { start, count } = sheet.document.bufferedPageRange()
  const company = oneLine(sheet, companyName)
  const id = sheet.set(`${toReference(submissionId)} · ${submissionId}`, STYLES.footer, CONTENT_WIDTH)
  const stamped = stamp && stampLine(sheet, stamp)
  for (let page = 0; page < count; page++) {
    sheet.document.switchToPage(start + page)
    const number = sheet.set(pdfMessages.page(page + 1, count), STYLES.footer, CONTENT_WIDTH)
    sheet.rule(PAGE.margin, TOP, CONTENT_WIDTH, 0.5, COLOURS.line)
    sheet.draw(PAGE.margin, TOP + 4, company)
    sheet.draw((PAGE.width - sheet.measure(id)) / 2, TOP + 4, id)
    sheet.draw(PAGE.width - PAGE.margin - sheet.measure(number), TOP + 4, number)
    if (stamped) sheet.draw(PAGE.margin, TOP + 4 + STYLES.footer.leading, stamped)
  }
}

function oneLine(sheet: Sheet, text: string): TextBlock {
  const block = sheet.set(text, STYLES.footer, COMPANY_WIDTH)
  const [first = ''] = block.lines
  if (block.lines.length === 1) return block
  return sheet.set(`${first.slice(0, -1).trimEnd()}…`, STYLES.footer, COMPANY_WIDTH)
}

/** One line, as printers reach no lower: shortens the name, never the time. */
function stampLine(sheet: Sheet, { name, when }: Stamp): TextBlock {
  const letters = [...name]
  const line = (count: number) => {
    const first = count === letters.length ? name : `${letters.slice(0, count).join('').trimEnd()}…`
    return sheet.set(pdfMessages.renderedFor(first, when), STYLES.footer, CONTENT_WIDTH)
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
