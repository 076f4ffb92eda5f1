import { parseApplicantSettings } from '#domain/applicant-settings'
import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { decisionMailMessages } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { findRecipient } from '#domain/request'
import { isToldDecision } from '#domain/submission-status'
import { applicantLinkExpiry, createApplicantLink, isReceiptRevoked } from '../applicant/applicant-link.ts'
import { recordEventNow, SYSTEM } from '../events/record-event.ts'
import { mailBudgets, sendApplicantMail } from '../platform/mail/applicant-mail.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'

/** Links to the status page, which shows the decision; the mail says only that there is one. */
export async function decisionMail(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id }: TaskPayloads['decision-mail'],
): Promise<void> {
  const { db, keys, publicUrl } = services
  const row = await db.system('job').read((client) =>
    client.formSubmission.findUnique({
      where: { id },
      select: {
        ...sealedSelect,
        signatures: false,
        language: true,
        company: { select: { nameOut: true, applicantSettings: true } },
        desk: { select: { status: true, statusAt: true } },
      },
    }),
  )
  // The decision may have been taken back meanwhile.
  if (!row?.desk || !isToldDecision(row.desk.status)) return
  const { company, companyId, desk } = row
  const to = findRecipient(openAnswers(keys, row))
  if (to === '' || !parseApplicantSettings(company.applicantSettings).showDecisions) return
  if (await db.system('job').read((client) => isReceiptRevoked(client, id))) return
  const key = `decision:${id}:${desk.statusAt.getTime()}`
  const budgets = [mailBudgets.company(to, companyId)]
  const isSent = await sendApplicantMail(services, budgets, { to, formSessionId: id, key }, async () => {
    const expiresAt = applicantLinkExpiry(LIMITS.receiptDays)
    const link = { purpose: 'status', formSessionId: id, companyId, expiresAt } as const
    const token = await db.system('job').write((tx) => createApplicantLink(tx, link))
    const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
    return applicantMail(decisionMailMessages[language], language, {
      companyName: company.nameOut,
      reference: toReference(id),
      link: `${publicUrl}/application#${token}`,
    })
  })
  if (!isSent) return
  await recordEventNow(services, {
    companyId,
    actor: SYSTEM,
    act: 'submission-mailed',
    ip: '',
    objectType: 'submission',
    objectId: id,
    detail: { about: 'decision' },
  })
}
