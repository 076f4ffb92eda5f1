import { LIMITS } from '#domain/limits'
import { newToken } from '../auth/tokens.ts'
import { mailBudgets, sendApplicantMail } from '../platform/mail/applicant-mail.ts'
import { applicantLinkExpiry, createApplicantLink, isReceiptRevoked } from '../applicant/applicant-link.ts'
import { signatureLinkSelect, toSignatureLink } from '../applicant/signature-link.ts'
import { readInvite } from '../submissions/signing/read-invite.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

/** Mails the second signer a link, unless the applicant has made one meanwhile, which may go to a corrected address. */
export async function inviteSecondSigner(
  services: Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>,
  { id }: TaskPayloads['second-signer'],
): Promise<void> {
  const signature = { formSessionId: id, purpose: 'signature' } as const
  const { row, links } = await services.db.system('job').read(async (client) => ({
    row: await client.formSubmission.findUnique({
      where: { id },
      select: { ...signatureLinkSelect, clientIp: true },
    }),
    links: await client.applicantLink.count({ where: signature }),
  }))
  const to = row && readInvite(services, row)?.email
  // Ended links: as for the receipt's mail.
  if (!to || links > 0 || (await services.db.system('job').read((client) => isReceiptRevoked(client, id))))
    return
  const { companyId, clientIp } = row
  const token = newToken()
  const budgets = mailBudgets.stranger(to, clientIp)
  const isSent = await sendApplicantMail(services, budgets, { to, formSessionId: id }, () =>
    Promise.resolve(toSignatureLink(services, row, token).mail),
  )
  if (!isSent) return
  // Stored after the mail: a link that nobody got would keep the next attempt from mailing one.
  const expiresAt = applicantLinkExpiry(LIMITS.signatureLinkDays)
  await services.db
    .system('job')
    .write((tx) => createApplicantLink(tx, { ...signature, companyId, expiresAt }, token))
}
