import { parseApplicantSettings } from '#domain/applicant-settings'
import { isEmailAddress } from '#domain/email-addresses'
import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { receiptMailMessages } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { mailBudgets, sendApplicantMail } from '../platform/mail/applicant-mail.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import { applicantLinkExpiry, createApplicantLink, isReceiptRevoked } from '../applicant/applicant-link.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

export async function receiptMail(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id }: TaskPayloads['receipt-mail'],
): Promise<void> {
  const { db, keys, publicUrl } = services
  const company = { select: { nameOut: true, applicantSettings: true } }
  const row = await db.system('job').read((client) =>
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
  if (await db.system('job').read((client) => isReceiptRevoked(client, id))) return
  const budgets = mailBudgets.receipt(to, clientIp)
  await sendApplicantMail(services, budgets, { to, formSessionId: id, key: `receipt:${id}` }, async () => {
    // Another attempt makes another link: after a lost answer, the first mail may have arrived.
    const link = { formSessionId: id, companyId, expiresAt: applicantLinkExpiry(LIMITS.receiptDays) }
    const token = await db
      .system('job')
      .write((tx) => createApplicantLink(tx, { purpose: 'status', ...link }))
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
