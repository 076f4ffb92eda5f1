import { LIMITS } from '#domain/limits'
import { pdfMessages } from '#domain/messages/pdf'
import { CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { Picture } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { COLOURS, STYLES } from './typeset.ts'

const LOGO_GAP = 24

export function drawLetterhead(
  sheet: Sheet,
  { companyName, logo }: { companyName: string; logo: Picture | null },
): void {
  const width = CONTENT_WIDTH - (logo ? LIMITS.logoBox.width + LOGO_GAP : 0)
  const company = sheet.set(companyName, STYLES.company, width)
  const title = sheet.set(pdfMessages.title, STYLES.title, width)
  const textHeight = company.height + 2 + title.height
  const height = Math.max(textHeight, logo ? drawLogo(sheet, logo, companyName) : 0)

  // Aligns text and logo at the bottom.
  const textTop = sheet.y + height - textHeight
  sheet.tag('P', () => sheet.draw(PAGE.margin, textTop, company))
  sheet.tag('H1', () => sheet.draw(PAGE.margin, textTop + company.height + 2, title))

  sheet.y += height + 6
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 1.25, COLOURS.rule)
}

function drawLogo(sheet: Sheet, logo: Picture, companyName: string): number {
  const box = LIMITS.logoBox
  const scale = Math.min(box.width / logo.width, box.height / logo.height, 1)
  const width = logo.width * scale
  const draw = () =>
    sheet.document.image(Buffer.from(logo.png), PAGE.width - PAGE.margin - width, sheet.y, { width })
  sheet.tag('Figure', () => sheet.mark(draw), { alt: pdfMessages.logo(companyName) })
  return logo.height * scale
}
