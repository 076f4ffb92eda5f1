import { parseApplicantSettings } from '#domain/applicant-settings'
import { maskNumbers } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import { throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { recordLinkRead } from '../events/audit/record-reading.ts'
import { pdfName } from '../submissions/pdf/pdf-name.ts'
import { printedSelect, toPrintedRow } from '../submissions/pdf/to-printed-application.ts'
import { renderStamped } from '../submissions/pdf/submission-pdf.ts'
import { findApplicantLink, findSignatureLink, type FoundApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'

const company = { select: { ...printedSelect.company.select, applicantSettings: true } } as const

/** A second signer who has signed can download a copy by the same link. */
const findCopyLink = (services: Services, token: string): Promise<Omit<FoundApplicantLink, 'detail'>> =>
  findApplicantLink(services, token, PAGE_PURPOSES).catch(async () => {
    const link = await findSignatureLink(services, token)
    if (link.usedAt === null) throw new AppError('link_ended')
    return link
  })

/** The applicant's own copy, its numbers masked: whoever holds the link's device could read them. */
export async function applicationCopy(
  services: Services,
  token: string,
  ip: string,
): Promise<{ name: string; content: Buffer }> {
  const link = await findCopyLink(services, token)
  const { formSessionId: id } = link
  const select = { ...printedSelect, company }
  const found = await services.db
    .system('public-form')
    .read((client) => client.submissionDesk.findUnique({ where: { id }, select }))
  if (!found) throw new AppError('link_ended')
  const row = toPrintedRow(found)
  if (!parseApplicantSettings(row.company.applicantSettings).receiptCopy) throw new AppError('not_found')
  await throttle(services, 'copyPerApplication', id)
  await recordLinkRead(services, link, ip, true)
  const content = await renderStamped(services, row, pdfMessages.applicant, {
    mask: maskNumbers,
    forApplicant: true,
  })
  return { name: pdfName(row), content }
}
