import { authorizationFor } from '#domain/authorization-text'
import { formattedView } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import { additionSection } from '#domain/addition-section'
import { signingSection } from '#domain/signing-section'
import { formatTime } from '#domain/time-zone'
import type { PreparedApplication } from '../printed-application.ts'
import { drawFooters } from './footer.ts'
import { drawLetterhead } from './letterhead.ts'
import { Sheet } from './page.ts'
import { drawSection } from './sections.ts'
import { drawAddition, drawSignatures } from './signatures.ts'

/** The same application gives the same bytes. */
export async function layOutApplication({
  logo,
  signers,
  added,
  stampedFor,
  ...application
}: PreparedApplication): Promise<Buffer> {
  const { id, createdAt, companyName, timeZone, values } = application
  const view = formattedView(values, 'full')
  const signed = view.find((section) => section.key === 'signatures')

  const sheet = new Sheet({
    Title: `${pdfMessages.title} – ${companyName}`,
    Author: companyName,
    Subject: `${pdfMessages.submission} ${id}`,
    CreationDate: createdAt,
  })
  drawLetterhead(sheet, {
    companyName,
    logo,
    facts: [
      { label: pdfMessages.submission, value: id },
      { label: pdfMessages.submitted, value: formatTime(createdAt, timeZone) },
      { label: pdfMessages.evidence, value: application.clientIp || pdfMessages.noAnswer },
    ],
  })
  for (const section of view) if (section !== signed) drawSection(sheet, section)
  if (signed) {
    const { title, body } = authorizationFor(application.authorizationText, companyName)
    drawSignatures(sheet, signed.title, { title, body, disclaimer: application.disclaimer }, signers)
  }
  if (application.signing) drawSection(sheet, signingSection(application.signing, timeZone))
  for (const [index, addition] of (application.additions ?? []).entries()) {
    const signer = added[index]
    const section = additionSection(addition, timeZone)
    if (addition.entries.length > 0) drawSection(sheet, section)
    if (signer && addition.signing) drawAddition(sheet, section.title, signer)
    if (addition.signing) drawSection(sheet, signingSection(addition.signing, timeZone))
  }
  const stamp = stampedFor ? { name: stampedFor.name, when: formatTime(stampedFor.at, timeZone) } : null
  drawFooters(sheet, { companyName, submissionId: id, stamp })
  return sheet.finish()
}
