import { authorizationFor } from '#domain/authorization-text'
import { formattedView } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { pdfMessages } from '#domain/messages/pdf'
import { drawFooters } from './footer.ts'
import { drawLetterhead } from './letterhead.ts'
import { Sheet } from './page.ts'
import { logoPicture } from './pictures.ts'
import { drawSection } from './sections.ts'
import { drawSignatures, readSigners } from './signatures.ts'

/** Everything that is printed of an application. */
export type PrintedApplication = {
  id: string
  createdAt: Date
  companyName: string
  /** the bytes of a PNG or JPEG; anything else prints no logo */
  logo: Buffer | null
  values: Values
  /** as signed: the company's wording, '' for the default one */
  authorizationText: string
  disclaimer: string
  clientIp: string
}

export type RenderOptions = {
  /** printed small on each page: who took this copy, and when */
  stampedFor?: { name: string; at: Date }
}

/**
 * Draws an application as a US Letter PDF, sensitive values in full. The same application gives the
 * same bytes. Characters without a glyph print as a box, a damaged drawing as a note: neither loses the document.
 */
export async function renderApplicationPdf(
  application: PrintedApplication,
  { stampedFor }: RenderOptions = {},
): Promise<Buffer> {
  const { id, createdAt, companyName, values } = application
  const view = formattedView(values, 'full')
  const signed = view.find((section) => section.key === 'signatures')
  // Read on other threads while the pages before them are drawn.
  const signers = signed ? readSigners(signed, values) : Promise.resolve([])
  const logo = application.logo && (await logoPicture(application.logo))

  const sheet = new Sheet({
    title: `${pdfMessages.title} – ${companyName}`,
    author: companyName,
    subject: `${pdfMessages.submission} ${id}`,
    createdAt,
  })
  drawLetterhead(sheet, {
    companyName,
    logo,
    facts: [
      { label: pdfMessages.submission, value: id },
      { label: pdfMessages.submitted, value: pointInTime(createdAt) },
      { label: pdfMessages.evidence, value: application.clientIp || pdfMessages.noAnswer },
    ],
  })
  for (const section of view) if (section !== signed) drawSection(sheet, section)
  if (signed) {
    const { title, body } = authorizationFor(application.authorizationText, companyName)
    drawSignatures(sheet, signed.title, { title, body, disclaimer: application.disclaimer }, await signers)
  }
  const stamp = stampedFor ? { name: stampedFor.name, when: pointInTime(stampedFor.at) } : null
  drawFooters(sheet, { companyName, submissionId: id, stamp })
  return sheet.finish()
}

const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** 'Nov 21, 2026, 3:04 PM UTC': the reader's time zone is not known to paper. */
const pointInTime = (at: Date): string => `${FORMAT.format(at).replaceAll('\u202f', ' ')} UTC`
