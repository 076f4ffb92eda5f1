import { throttle } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import { mailLink } from '../../mail/applicant-mail.ts'
import type { Services } from '../../services.ts'
import { findApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'
import { makeSignatureLink } from './signature-link.ts'

/** Returns a new address for the second signer. @param email '' sends no mail */
export async function inviteSigner(
  services: Services,
  { token, email }: { token: string; email: string },
  clientIp: string,
): Promise<{ url: string }> {
  const { formSessionId } = await findApplicantLink(services, token, PAGE_PURPOSES)
  await throttle(services, 'applicantLinkPerSession', formSessionId)
  const make = async () => {
    const link = await makeSignatureLink(services, formSessionId, { isMailed: email !== '' })
    if (!link) throw new AppError('conflict', ({ application }) => application.notWaiting)
    return link
  }
  if (email === '') return { url: (await make()).url }
  return mailLink(services, { to: email, clientIp, formSessionId }, make)
}
