import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { requestMailMessages } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { findRecipient } from '#domain/request'
import { isDecision } from '#domain/submission-status'
import { mailBudgets, sendApplicantMail } from '../platform/mail/applicant-mail.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import { recordEventNow, SYSTEM } from '../events/record-event.ts'
import { makeLink } from '../requests/request.service.ts'
import { isOpen } from '../requests/sealed-request.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

export async function requestMail(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id, request: wanted, reminder }: TaskPayloads['request-mail'],
): Promise<void> {
  const { db, keys, publicUrl } = services
  const row = await db.system('job').read((client) =>
    client.formSubmission.findUnique({
      where: { id },
      select: {
        ...sealedSelect,
        signatures: false,
        language: true,
        company: { select: { nameOut: true } },
        requests: { where: { id: wanted } },
        desk: { select: { status: true } },
      },
    }),
  )
  const [request] = row?.requests ?? []
  if (!row || !request || !isOpen(request) || (reminder > 0 && !request.reminders)) return
  if (row.desk && isDecision(row.desk.status)) return
  const mark = async (mailed: boolean) => {
    // A reminder that is left out leaves the first mail as it is.
    if (!mailed && reminder > 0) return
    const update = { where: { id: wanted }, data: { mailed } }
    await db.system('job').write((client) => client.submissionRequest.updateMany(update))
  }
  const to = findRecipient(openAnswers(keys, row))
  const key = `request:${wanted}:${reminder}`
  const budgets = [mailBudgets.company(to, row.companyId)]
  const isSent = await sendApplicantMail(services, budgets, { to, formSessionId: id, key }, async () => {
    // Another attempt makes another link: after a lost answer, the first mail may have arrived.
    const link = await db.system('job').write((tx) => makeLink(services, tx, request))
    const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
    const words = requestMailMessages[language]
    const url = `${publicUrl}/unsubscribe?token=${makeReceiptToken(keys, wanted, 'unsubscribe')}`
    return applicantMail(words, language, {
      companyName: row.company.nameOut,
      reference: toReference(id),
      link,
      unsubscribe: { label: words.unsubscribe, url },
    })
  }).catch(async (error: unknown) => {
    await mark(false)
    throw error
  })
  await mark(isSent)
  if (!isSent) return
  await recordEventNow(services, {
    companyId: row.companyId,
    actor: SYSTEM,
    act: 'submission-mailed',
    ip: '',
    objectType: 'submission',
    objectId: id,
    detail: { about: reminder > 0 ? 'reminder' : 'request' },
  })
}
