import { LIMITS } from '#domain/limits'
import { pdfMessages } from '#domain/messages/pdf'
import { CONTENT_WIDTH, PAGE } from '../geometry.ts'
import type { Picture } from '../printed-application.ts'
import type { Sheet } from './page.ts'
import { blockWidth, COLOURS, drawBlock, setText, STYLES } from './typeset.ts'

export type Letterhead = {
  companyName: string
  logo: Picture | null
  facts: { label: string; value: string }[]
}

const { width: LOGO_WIDTH, height: LOGO_HEIGHT } = LIMITS.logoBox
const LOGO_GAP = 24
const FACT_GAP = 28

export function drawLetterhead(sheet: Sheet, { companyName, logo, facts }: Letterhead): void {
  const { document } = sheet
  const top = sheet.y
  const width = CONTENT_WIDTH - (logo ? LOGO_WIDTH + LOGO_GAP : 0)
  const company = setText(document, companyName, STYLES.company, width)
  const title = setText(document, pdfMessages.title, STYLES.title, width)
  const textHeight = company.height + 2 + title.height
  const logoHeight = logo ? drawLogo(sheet, logo) : 0
  const height = Math.max(textHeight, logoHeight)

  // Aligns text and logo at the bottom.
  const textTop = top + height - textHeight
  drawBlock(document, company, PAGE.margin, textTop)
  drawBlock(document, title, PAGE.margin, textTop + company.height + 2)

  sheet.y = top + height + 8
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 1.25, COLOURS.rule)
  sheet.y += 6
  drawFacts(sheet, facts)
}

function drawLogo(sheet: Sheet, logo: Picture): number {
  const scale = Math.min(LOGO_WIDTH / logo.width, LOGO_HEIGHT / logo.height, 1)
  const width = logo.width * scale
  sheet.document.image(Buffer.from(logo.png.buffer), PAGE.width - PAGE.margin - width, sheet.y, { width })
  return logo.height * scale
}

function drawFacts(sheet: Sheet, facts: Letterhead['facts']): void {
  const { document } = sheet
  let x: number = PAGE.margin
  let height = 0
  for (const fact of facts) {
    const label = setText(document, fact.label, STYLES.label, CONTENT_WIDTH)
    const value = setText(document, fact.value, STYLES.text, PAGE.width - PAGE.margin - x)
    drawBlock(document, label, x, sheet.y)
    drawBlock(document, value, x, sheet.y + label.height)
    height = Math.max(height, label.height + value.height)
    x += Math.max(blockWidth(document, label), blockWidth(document, value)) + FACT_GAP
  }
  sheet.y += height
}
