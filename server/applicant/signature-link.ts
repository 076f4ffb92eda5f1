import { LIMITS } from '#domain/limits'
import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { signatureMailMessages } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { lockRow } from '../platform/database/lock-row.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import type { MailContent } from '../platform/mail/mail-page.ts'
import type { Services } from '../services.ts'
import { inviteSelect, readInvite } from '../submissions/signing/read-invite.ts'
import { applicantLinkExpiry, createApplicantLink, replaceApplicantLink } from './applicant-link.ts'

export const signatureLinkSelect = {
  ...inviteSelect,
  language: true,
  company: { select: { nameOut: true } },
} as const

type SignatureLink = { url: string; mail: MailContent }
type Row = { id: string; language: string; company: { nameOut: string } }

/**
 * Makes a link for the second signer. A mailed one ends those before, whose addresses may have been wrong; one that is
 * only shown leaves the mailed link open.
 * @returns null if no second signature is expected
 */
export const makeSignatureLink = (
  services: Pick<Services, 'db' | 'keys' | 'log' | 'publicUrl'>,
  id: string,
  { isMailed }: { isMailed: boolean },
): Promise<SignatureLink | null> =>
  services.db.system('public-form').write(async (tx) => {
    // Signing takes the same lock.
    await lockRow(tx, 'FormSession', id)
    const row = await tx.formSubmission.findUnique({ where: { id }, select: signatureLinkSelect })
    if (!row || !readInvite(services, row)) return null
    const link = { purpose: 'signature', formSessionId: id, companyId: row.companyId } as const
    const token = isMailed
      ? await replaceApplicantLink(tx, { ...link, hours: LIMITS.signatureLinkDays * 24 })
      : await createApplicantLink(tx, { ...link, expiresAt: applicantLinkExpiry(LIMITS.signatureLinkDays) })
    return toSignatureLink(services, row, token)
  })

export function toSignatureLink(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  row: Row,
  token: string,
): SignatureLink {
  const url = `${publicUrl}/sign#${token}`
  const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
  const application = { companyName: row.company.nameOut, reference: toReference(row.id), link: url }
  return { url, mail: applicantMail(signatureMailMessages[language], language, application) }
}
