import { LIMITS } from '#domain/limits'
import type { Language } from '#domain/language'
import { moveMailMessages } from '#domain/messages/applicant-mail'
import { addressKey, throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { mailLink } from '../platform/mail/applicant-mail.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import type { Services } from '../services.ts'
import { findApplicantLink, useApplicantLink, replaceApplicantLink } from '../applicant/applicant-link.ts'
import { recordLinkRead } from '../events/audit/record-reading.ts'
import { findSession } from './form-session.service.ts'
import { tokenOf } from './token.ts'
import { alreadyReceived, withOpenSession } from './with-open-session.ts'

type Asked = { token: string; email: string }
type Sender = { ip: string; language: Language }

/** Returns an address that opens the draft on another device, once. It ends the one before. */
export async function moveSession(
  services: Services,
  { token, email }: Asked,
  { ip, language }: Sender,
): Promise<{ url: string; mailed: boolean }> {
  const session = await findSession(services, token)
  const { id, link, row } = session
  if (row?.submittedAt) throw alreadyReceived(row.submittedAt)
  await throttle(services, 'applicantLinkPerSession', id)
  return mailLink(services, { to: email, clientIp: ip, formSessionId: id }, async () => {
    const made = { purpose: 'move', formSessionId: id, companyId: link.companyId } as const
    const taken = await withOpenSession(services, session, (tx) =>
      replaceApplicantLink(tx, { ...made, hours: LIMITS.moveLinkHours }),
    )
    const url = `${services.publicUrl}/form/${link.slug}#move=${taken}`
    const application = { companyName: link.companyName, reference: '', link: url }
    return { url, mail: applicantMail(moveMailMessages[language], language, application) }
  })
}

/** Both devices then hold the same session; the server merges their saves field by field. */
export async function takeSession(services: Services, token: string, ip: string): Promise<string> {
  await throttle(services, 'sessionPerAddress', addressKey(ip))
  const link = await findApplicantLink(services, token, ['move'])
  const { id, formSessionId } = link
  await recordLinkRead(services, link, ip)
  return services.db.system('public-form').write(async (tx) => {
    await useApplicantLink(tx, id)
    const session = await tx.formSession.findUnique({
      where: { id: formSessionId, submittedAt: null, expiresAt: { gt: new Date() } },
      select: { id: true, linkId: true },
    })
    if (session === null) throw new AppError('link_ended')
    return tokenOf(services.keys, session)
  })
}
