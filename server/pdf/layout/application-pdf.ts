import { authorizationFor } from '#domain/authorization-text'
import { formattedView } from '#domain/catalogue/formatted-view'
import { getOwn } from '#domain/get-own'
import { submissionMessages } from '#domain/messages/panel-submission'
import { pdfMessages } from '#domain/messages/pdf'
import { additionSection } from '#domain/addition-section'
import { formatTime } from '#domain/time-zone'
import type { PreparedApplication } from '../printed-application.ts'
import { drawAttachments } from './attachments.ts'
import { drawEvidence } from './evidence.ts'
import { printable } from './fonts.ts'
import { drawFooters } from './footer.ts'
import { drawLetterhead } from './letterhead.ts'
import { Sheet } from './page.ts'
import { drawSection } from './sections.ts'
import { drawAddition, drawSignatures } from './signatures.ts'
import { drawSummary } from './summary.ts'

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
    Title: `${pdfMessages.title} – ${printable(getOwn(values, 'legalName') ?? '').trim() || companyName}`,
    Author: companyName,
    Subject: `${pdfMessages.submission} ${id}`,
    CreationDate: createdAt,
  })
  drawLetterhead(sheet, { companyName, logo })
  drawSummary(sheet, application)
  for (const section of view)
    if (section !== signed) drawSection(sheet, section, submissionMessages.sections[section.key])
  if (signed) {
    const { title, body } = authorizationFor(application.authorizationText, companyName)
    drawSignatures(sheet, signed.title, { title, body, disclaimer: application.disclaimer }, signers)
  }
  if (application.signing) drawEvidence(sheet, application.signing, timeZone)
  for (const [index, addition] of (application.additions ?? []).entries()) {
    const signer = added[index]
    const section = additionSection(addition, timeZone)
    if (addition.entries.length > 0) drawSection(sheet, section)
    if (signer && addition.signing) drawAddition(sheet, section.title, signer)
    if (addition.signing) drawEvidence(sheet, addition.signing, timeZone)
  }
  drawAttachments(sheet, application.attachments, timeZone)
  const stamp = stampedFor ? { name: stampedFor.name, when: formatTime(stampedFor.at, timeZone) } : null
  drawFooters(sheet, { companyName, submissionId: id, stamp })
  return sheet.finish()
}
