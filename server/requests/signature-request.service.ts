import { getOwn } from '#domain/get-own'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { replaceApplicantLink } from '../applicant/applicant-link.ts'
import { signatureLinkSelect, toSignatureLink } from '../applicant/signature-link.ts'
import { AppError } from '../errors.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import { mailBudgets, sendApplicantMail } from '../platform/mail/applicant-mail.ts'
import type { Services } from '../services.ts'
import { openAnswers } from '../submissions/accept/sealed-submission.ts'
import type { SignatureRequestInput } from './request.schema.ts'
import { changeRequests, toEntry } from './request.service.ts'

/** The link goes out also where the mail does not. @throws AppError not_found, conflict */
export async function requestSignature(
  services: Services,
  by: AuditActor,
  { id, signer, email = '' }: SignatureRequestInput,
): Promise<{ url: string; mailed: boolean }> {
  const { url, mail, companyId } = await changeRequests(services, by, id, async (tx, { companyId }) => {
    const row = await tx.formSubmission.findUniqueOrThrow({ where: { id }, select: signatureLinkSelect })
    const signed = { submissionId: id, kind: 'signature', signer } as const
    const isSigned =
      Boolean(getOwn(openAnswers(services.keys, row), `signer${signer}Signature`)) ||
      (await tx.submissionAddition.count({ where: signed })) > 0
    if (isSigned) throw new AppError('conflict', serverMessages.request.isSigned)
    const link = { purpose: 'signature', signer, formSessionId: id, companyId } as const
    const token = await replaceApplicantLink(tx, { ...link, hours: LIMITS.signatureLinkDays * 24 })
    const entry = { ...toEntry(row, by), act: 'submission-signature-requested', detail: { signer } } as const
    await recordEvent(tx, entry)
    return { ...toSignatureLink(services, row, token, signer), companyId }
  })
  if (email === '') return { url, mailed: false }
  const budgets = mailBudgets.signature(email, companyId, by.actor.apiKey?.id ?? by.actor.userId)
  const sending = sendApplicantMail(services, budgets, { to: email, formSessionId: id }, () =>
    Promise.resolve(mail),
  )
  const mailed = await sending.catch((error: unknown) => {
    services.log.warn({ err: error, submission: id }, 'could not mail a link for a signature')
    return false
  })
  return { url, mailed }
}
