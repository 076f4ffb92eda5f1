import { LIMITS } from '#domain/limits'
import { asSystem, withSystem } from '../auth/actor.ts'
import { newToken } from '../auth/tokens.ts'
import { sendApplicantMail } from '../mail/applicant-mail.ts'
import {
  applicantLinkExpiry,
  createApplicantLink,
  isReceiptRevoked,
} from '../modules/applicant/applicant-link.ts'
import { signatureLinkSelect, toSignatureLink } from '../modules/applicant/signature-link.ts'
import { readInvite } from '../modules/submission/read-invite.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

/** Mails the second signer a link, unless the applicant has made one meanwhile, which may go to a corrected address. */
export async function inviteSecondSigner(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id }: TaskPayloads['second-signer'],
): Promise<void> {
  const signature = { formSessionId: id, purpose: 'signature' } as const
  const { row, links } = await asSystem(services.db, 'job', async (client) => ({
    row: await client.formSubmission.findUnique({
      where: { id },
      select: { ...signatureLinkSelect, clientIp: true },
    }),
    links: await client.applicantLink.count({ where: signature }),
  }))
  const to = row && readInvite(services, row)?.email
  // Ended links: as for the receipt's mail.
  if (!to || links > 0 || (await asSystem(services.db, 'job', (client) => isReceiptRevoked(client, id))))
    return
  const { companyId, clientIp } = row
  const token = newToken()
  const isSent = await sendApplicantMail(services, { to, clientIp, formSessionId: id }, () =>
    Promise.resolve(toSignatureLink(services, row, token).mail),
  )
  if (!isSent) return
  // Stored after the mail: a link that nobody got would keep the next attempt from mailing one.
  const expiresAt = applicantLinkExpiry(LIMITS.signatureLinkDays)
  await withSystem(services.db, 'job', (tx) =>
    createApplicantLink(tx, { ...signature, companyId, expiresAt }, token),
  )
}
