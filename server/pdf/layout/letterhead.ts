import { LIMITS } from '#domain/limits'
import { pdfMessages } from '#domain/messages/pdf'
import { CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { Picture } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { COLOURS, STYLES } from './typeset.ts'

type Fact = { label: string; value: string }

const LOGO_GAP = 24
const FACT_GAP = 28

export function drawLetterhead(
  sheet: Sheet,
  { companyName, logo, facts }: { companyName: string; logo: Picture | null; facts: Fact[] },
): void {
  const width = CONTENT_WIDTH - (logo ? LIMITS.logoBox.width + LOGO_GAP : 0)
  const company = sheet.set(companyName, STYLES.company, width)
  const title = sheet.set(pdfMessages.title, STYLES.title, width)
  const textHeight = company.height + 2 + title.height
  const height = Math.max(textHeight, logo ? drawLogo(sheet, logo) : 0)

  // Aligns text and logo at the bottom.
  const textTop = sheet.y + height - textHeight
  sheet.draw(PAGE.margin, textTop, company)
  sheet.draw(PAGE.margin, textTop + company.height + 2, title)

  sheet.y += height + 8
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 1.25, COLOURS.rule)
  sheet.y += 6
  drawFacts(sheet, facts)
}

function drawLogo(sheet: Sheet, logo: Picture): number {
  const box = LIMITS.logoBox
  const scale = Math.min(box.width / logo.width, box.height / logo.height, 1)
  const width = logo.width * scale
  sheet.document.image(Buffer.from(logo.png), PAGE.width - PAGE.margin - width, sheet.y, { width })
  return logo.height * scale
}

function drawFacts(sheet: Sheet, facts: Fact[]): void {
  let x: number = PAGE.margin
  let height = 0
  for (const fact of facts) {
    const label = sheet.set(fact.label, STYLES.label, CONTENT_WIDTH)
    const value = sheet.set(fact.value, STYLES.text, PAGE.width - PAGE.margin - x)
    height = Math.max(height, sheet.draw(x, sheet.y, label, value))
    x += Math.max(sheet.measure(label), sheet.measure(value)) + FACT_GAP
  }
  sheet.y += height
}
