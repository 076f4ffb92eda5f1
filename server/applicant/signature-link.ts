import { LIMITS } from '#domain/limits'
import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { signatureMailMessages, type SignatureMailWords } from '#domain/messages/applicant-mail'
import { toReference } from '#domain/reference'
import { lockRow } from '../platform/database/lock-row.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import type { MailContent } from '../platform/mail/mail-page.ts'
import type { Services } from '../services.ts'
import { openAnswers, readOrNull } from '../submissions/accept/sealed-submission.ts'
import { inviteSelect, readInvite } from '../submissions/signing/read-invite.ts'
import { applicantLinkExpiry, createApplicantLink, replaceApplicantLink } from './applicant-link.ts'

export const signatureLinkSelect = {
  ...inviteSelect,
  language: true,
  company: { select: { nameOut: true } },
} as const

type SignatureLink = { url: string; mail: MailContent }
type Row = Parameters<typeof openAnswers>[1] & { language: string; company: { nameOut: string } }

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
  { keys, log, publicUrl }: Pick<Services, 'keys' | 'log' | 'publicUrl'>,
  row: Row,
  token: string,
  signer = 2,
): SignatureLink {
  const url = `${publicUrl}/sign#${token}`
  const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
  const application = { companyName: row.company.nameOut, reference: toReference(row.id), link: url }
  const words = signatureMailMessages[language]
  const values = readOrNull({ log }, row.id, () => openAnswers(keys, row)) ?? {}
  const who = signer === 1 ? row.company.nameOut : whoAsks(words, values)
  const text = (company: string, reference: string) => words.text(company, reference, who)
  return { url, mail: applicantMail({ ...words, text }, language, application) }
}

/** Strangers typed both, so the mail shows them only if they can be nothing but names: mail programs link 'a.com'. */
const NAME = /^(?!.*\.\S)[\p{L}\p{M}\d '&\-,.]{1,40}$/u

export function whoAsks({ who, someone }: SignatureMailWords, values: Values): string {
  const [name = ''] = (getOwn(values, 'signer1Name') ?? '').trim().split(/\s+/)
  const business = (getOwn(values, 'legalName') ?? '').trim()
  return NAME.test(name) && NAME.test(business) ? who(name, business) : someone
}
