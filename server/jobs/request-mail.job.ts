import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { requestMailMessages } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { findRecipient } from '#domain/request'
import { asSystem, withSystem } from '../auth/actor.ts'
import { sendApplicantMail } from '../mail/applicant-mail.ts'
import { applicantMail } from '../mail/mails.ts'
import { makeReceiptToken } from '../modules/applicant/receipt-token.ts'
import { recordAudit, SYSTEM } from '../modules/audit/audit.service.ts'
import { makeLink } from '../modules/request/request.service.ts'
import { isOpen } from '../modules/request/sealed-request.ts'
import { openAnswers, sealedSelect } from '../modules/submission/sealed-submission.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

/** Mails the applicant a link to the request, and reminders while it is open. */
export async function requestMail(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id, request: wanted, reminder }: TaskPayloads['request-mail'],
): Promise<void> {
  const { db, keys, publicUrl } = services
  const row = await asSystem(db, 'job', (client) =>
    client.formSubmission.findUnique({
      where: { id },
      select: {
        ...{ ...sealedSelect, signatures: false, clientIp: true, language: true },
        company: { select: { nameOut: true } },
        requests: { where: { id: wanted } },
      },
    }),
  )
  const [request] = row?.requests ?? []
  if (!row || !request || !isOpen(request) || (reminder > 0 && !request.reminders)) return
  const to = findRecipient(openAnswers(keys, row))
  const key = `request:${wanted}:${reminder}`
  const isSent = await sendApplicantMail(
    services,
    { to, clientIp: row.clientIp, formSessionId: id, key },
    async () => {
      // Another attempt makes another link: after a lost answer, the first mail may have arrived.
      const link = await withSystem(db, 'job', (tx) => makeLink(services, tx, request))
      const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
      const words = requestMailMessages[language]
      const url = `${publicUrl}/unsubscribe?token=${makeReceiptToken(keys, wanted, 'unsubscribe')}`
      return applicantMail(words, language, {
        ...{ companyName: row.company.nameOut, reference: toReference(id), link },
        unsubscribe: { label: words.unsubscribe, url },
      })
    },
  )
  if (!isSent) throw new Error('too many mails to this address for now')
  await recordAudit(services, {
    ...{ companyId: row.companyId, actor: SYSTEM, act: 'submission-mailed', ip: '' },
    ...{ objectType: 'submission', objectId: id },
    detail: { about: reminder > 0 ? 'reminder' : 'request' },
  })
}
