import { parseApplicantSettings } from '#domain/applicant-settings'
import { maskNumbers } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import { asSystem } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { pdfName } from '../submission/pdf-name.ts'
import { printedSelect } from '../submission/printed-application.ts'
import { additionsSelect } from '../submission/submission-additions.ts'
import { renderStamped } from '../submission/submission-pdf.ts'
import { findApplicantLink, findSignatureLink } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'

const company = { select: { ...printedSelect.company.select, applicantSettings: true } } as const

/** A second signer who has signed can download a copy by the same link. */
const findCopyLink = (services: Services, token: string): Promise<{ formSessionId: string }> =>
  findApplicantLink(services, token, PAGE_PURPOSES).catch(async () => {
    const link = await findSignatureLink(services, token)
    if (link.usedAt === null) throw new AppError('link_ended')
    return link
  })

/** The applicant's own copy, its numbers masked: whoever holds the link's device could read them. */
export async function applicationCopy(
  services: Services,
  token: string,
): Promise<{ name: string; content: Buffer }> {
  const { formSessionId: id } = await findCopyLink(services, token)
  const row = await asSystem(services.db, 'public-form', (client) =>
    client.formSubmission.findUnique({
      where: { id },
      select: { ...printedSelect, additions: additionsSelect, company },
    }),
  )
  if (!row) throw new AppError('link_ended')
  if (!parseApplicantSettings(row.company.applicantSettings).receiptCopy) throw new AppError('not_found')
  await throttle(services, 'copyPerApplication', id)
  const content = await renderStamped(services, row, pdfMessages.applicant, maskNumbers)
  return { name: pdfName(row), content }
}
