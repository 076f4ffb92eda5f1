import { asSystem } from '../auth/actor.ts'
import { sendApplicantMail } from '../mail/applicant-mail.ts'
import { isReceiptRevoked } from '../modules/applicant/applicant-link.ts'
import { makeSignatureLink } from '../modules/applicant/signature-link.ts'
import { inviteSelect, readInvite } from '../modules/submission/read-invite.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'

/** Mails the second signer a link; a repetition mails another, which ends the first. */
export async function inviteSecondSigner(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id }: TaskPayloads['second-signer'],
): Promise<void> {
  const row = await asSystem(services.db, 'job', (client) =>
    client.formSubmission.findUnique({ where: { id }, select: { ...inviteSelect, clientIp: true } }),
  )
  const to = row && readInvite(services, row)?.email
  // As for the receipt's mail.
  if (!to || (await asSystem(services.db, 'job', (client) => isReceiptRevoked(client, id)))) return
  await sendApplicantMail(services, { to, clientIp: row.clientIp, formSessionId: id }, async () => {
    const link = await makeSignatureLink(services, id)
    if (!link) throw new Error('nobody is waited for any more')
    return link.mail
  })
}
