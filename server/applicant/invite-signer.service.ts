import { throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { mailLink } from '../platform/mail/applicant-mail.ts'
import type { Services } from '../services.ts'
import { findApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'
import { makeSignatureLink } from './signature-link.ts'

/** Returns a new address for the second signer. @param email '' sends no mail */
export async function inviteSigner(
  services: Services,
  { token, email }: { token: string; email: string },
  clientIp: string,
): Promise<{ url: string; mailed: boolean }> {
  const { formSessionId } = await findApplicantLink(services, token, PAGE_PURPOSES)
  await throttle(services, 'applicantLinkPerSession', formSessionId)
  return mailLink(services, { to: email, clientIp, formSessionId }, async (isMailed) => {
    const link = await makeSignatureLink(services, formSessionId, { isMailed })
    if (!link) throw new AppError('conflict', ({ application }) => application.notWaiting)
    return link
  })
}
