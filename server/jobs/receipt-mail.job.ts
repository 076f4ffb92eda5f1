import { parseApplicantSettings } from '#domain/applicant-settings'
import { isEmailAddress } from '#domain/email-addresses'
import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { receiptMailMessages } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { asSystem, withSystem } from '../auth/actor.ts'
import { sendApplicantMail } from '../mail/applicant-mail.ts'
import { applicantMail } from '../mail/mails.ts'
import {
  applicantLinkExpiry,
  createApplicantLink,
  isReceiptRevoked,
} from '../modules/applicant/applicant-link.ts'
import { openAnswers, sealedSelect } from '../modules/submission/sealed-submission.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

/** Mails the applicant a link to the status page, if an address was given. */
export async function receiptMail(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id }: TaskPayloads['receipt-mail'],
): Promise<void> {
  const { db, keys, publicUrl } = services
  const company = { select: { nameOut: true, applicantSettings: true } }
  const row = await asSystem(db, 'job', (client) =>
    client.formSubmission.findUnique({
      where: { id },
      select: { ...sealedSelect, signatures: false, clientIp: true, language: true, company },
    }),
  )
  if (!row || !parseApplicantSettings(row.company.applicantSettings).receiptMail) return
  const to = openAnswers(keys, row).email?.trim() ?? ''
  if (!isEmailAddress(to)) return
  const { companyId, clientIp } = row
  // The links were ended meanwhile: no new one is mailed.
  if (await asSystem(db, 'job', (client) => isReceiptRevoked(client, id))) return
  await sendApplicantMail(services, { to, clientIp, formSessionId: id, key: `receipt:${id}` }, async () => {
    // Another attempt makes another link: after a lost answer, the first mail may have arrived.
    const link = { formSessionId: id, companyId, expiresAt: applicantLinkExpiry(LIMITS.receiptDays) }
    const token = await withSystem(db, 'job', (tx) => createApplicantLink(tx, { purpose: 'status', ...link }))
    const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
    return applicantMail(receiptMailMessages[language], language, {
      companyName: row.company.nameOut,
      reference: toReference(id),
      link: `${publicUrl}/application#${token}`,
    })
  })
}

export const receiptMailFailed = async (
  { log }: Pick<Services, 'log'>,
  { id }: TaskPayloads['receipt-mail'],
): Promise<void> => log.error({ submissionId: id }, 'could not mail the receipt of this submission')
