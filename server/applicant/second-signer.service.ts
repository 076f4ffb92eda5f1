import { INPUTS } from '#domain/catalogue/index'
import { maskValues } from '#domain/catalogue/formatted-view'
import { splitInvite } from '#domain/catalogue/invite'
import { getOwn } from '#domain/get-own'
import { serverMessages } from '#domain/messages/server'
import { toReference } from '#domain/reference'
import type { Tx } from '../platform/database/db.ts'
import { addressKey, throttle } from '../auth/throttle.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import { AppError, fieldError, orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { recordEvent } from '../events/record-event.ts'
import { recordLinkRead } from '../events/audit/record-reading.ts'
import { findSentProblem, noteFirstSignature } from '../submissions/signing/drawn-signature.ts'
import { answersSelect, openAnswers } from '../submissions/accept/sealed-submission.ts'
import { toStoredSigning } from '../submissions/signing/signing-record.ts'
import { sealAddition } from '../submissions/view/submission-additions.ts'
import { latestDate, toProblemText } from '../submissions/accept/submit.service.ts'
import { findApplicantLink, findSignatureLink, useApplicantLink } from './applicant-link.ts'
import type { SignatureInput, SignatureView } from './second-signer.schema.ts'
import { notifyAddresses } from '../platform/mail/mails.ts'
import { addJob } from '../platform/queue/add-job.ts'
import { newSubmissionAddresses } from '../account/submission-mail.service.ts'
import { mailLink } from '../platform/mail/applicant-mail.ts'
import { PAGE_PURPOSES } from './application.schema.ts'
import { makeSignatureLink } from './signature-link.ts'

const select = {
  ...answersSelect,
  additions: { where: { kind: 'signature' }, select: { signer: true } },
  createdAt: true,
  authorizationText: true,
  disclaimer: true,
  company: {
    select: { nameOut: true, logoUrl: true, pdfLogoUrl: true, contact: true, notifyEmails: true },
  },
} as const

const readSubmission = async (tx: Pick<Tx, 'formSubmission'>, id: string) =>
  orNotFound(await tx.formSubmission.findUnique({ where: { id }, select }))

export async function viewForSignature(
  services: Services,
  token: string,
  ip: string,
): Promise<SignatureView> {
  await throttle(services, 'sessionPerAddress', addressKey(ip))
  const link = await findSignatureLink(services, token)
  const { formSessionId, usedAt } = link
  const signer = toSigner(link)
  const row = await services.db.system('public-form').read((client) => readSubmission(client, formSessionId))
  await recordLinkRead(services, link, ip)
  const { answers, invite } = splitInvite(openAnswers(services.keys, row))
  const { notifyEmails: _notifyEmails, ...company } = row.company
  return {
    reference: toReference(row.id),
    receivedAt: row.createdAt.toISOString(),
    signedAt: usedAt?.toISOString() ?? null,
    signer,
    name:
      (signer === 2 && invite?.name) ||
      getOwn(answers, `signer${signer}Name`) ||
      getOwn(answers, `partner${signer}Name`) ||
      '',
    company,
    values: maskValues(answers),
    authorizationText: row.authorizationText,
    disclaimer: row.disclaimer,
  }
}

const toSigner = ({ signer }: { signer: number }): 1 | 2 => (signer === 1 ? 1 : 2)

/** Adds the link's signature. Of calls at the same moment, one signs; the others find the link ended. */
export async function signLater(
  services: Services,
  { token, signing, ...given }: SignatureInput,
  sender: { ip: string; userAgent: string },
): Promise<{ signedAt: string }> {
  await throttle(services, 'sessionPerAddress', addressKey(sender.ip))
  const link = await findApplicantLink(services, token, ['signature'])
  const signer = toSigner(link)
  const { consent, [`signer${signer}` as const]: act } = signing
  if (!act) throw fieldError(`signing.signer${signer}`, serverMessages.invalid.required)
  const other = signer === 1 ? 'signer2' : 'signer1'
  if (signing[other]) throw fieldError(`signing.${other}`, ({ unknownKey }) => unknownKey(other))
  checkSignature(given, signer)
  return services.db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', link.formSessionId)
    await useApplicantLink(tx, link.id)
    const row = await readSubmission(tx, link.formSessionId)
    if (row.additions.some((addition) => addition.signer === signer)) throw new AppError('link_ended')
    const id = uuidV7()
    const evidence = toStoredSigning(
      { consent, [`signer${signer}`]: act },
      { ...row.company, ...row, companyName: row.company.nameOut },
      {
        ...splitInvite(openAnswers(services.keys, row)).answers,
        [`signer${signer}Name`]: given.name,
        [`signer${signer}Date`]: given.date,
        [`signer${signer}Signature`]: given.signature,
      },
    )
    const { createdAt } = await tx.submissionAddition.create({
      data: {
        id,
        submissionId: row.id,
        companyId: row.companyId,
        kind: 'signature',
        signer,
        clientIp: sender.ip,
        userAgent: sender.userAgent,
        ...sealAddition(services.keys, row, id, { ...given, signing: evidence }),
      },
      select: { createdAt: true },
    })
    if (signer === 1) await noteFirstSignature(tx, row.id)
    await addSignatureNotices(tx, row, signer)
    await recordEvent(tx, {
      companyId: row.companyId,
      actor: null,
      act: 'submission-signed',
      ip: sender.ip,
      objectType: 'submission',
      objectId: row.id,
      ...(signer === 1 && { detail: { first: true } }),
    })
    return { signedAt: createdAt.toISOString() }
  })
}

const FIELDS = [
  ['name', 'Name'],
  ['date', 'Date'],
  ['signature', 'Signature'],
] as const

function checkSignature(given: Record<(typeof FIELDS)[number][0], string>, signer: 1 | 2): void {
  const problems = FIELDS.flatMap(([field, end]) => {
    const name = `signer${signer}${end}`
    const input = INPUTS.get(name)
    const key = input && findSentProblem({ ...input, required: true }, { [name]: given[field] }, latestDate())
    return key ? [[field, toProblemText(name, key)] as const] : []
  })
  if (problems.length === 0) return
  throw new AppError('invalid_input', ({ form }) => form.problems(problems.length), {
    fields: Object.fromEntries(problems),
  })
}

type Signed = { id: string; companyId: string; company: { notifyEmails: string } }

/** Sends the notice that waited for the signature, or else one of its own. */
async function addSignatureNotices(
  tx: Tx,
  { id, companyId, company: { notifyEmails } }: Signed,
  signer: 1 | 2,
): Promise<void> {
  // Only a second signature is waited for.
  const waiting = { id: signer === 2 ? id : '', awaitsSignatureUntil: { gt: new Date() } }
  const { count } = await tx.submissionDesk.updateMany({
    where: waiting,
    data: { awaitsSignatureUntil: null },
  })
  const isAwaited = count > 0
  await addJob(tx, 'register-submission', { id })
  await addJob(tx, 'seal-pdf', { id })
  const addresses = isAwaited
    ? await newSubmissionAddresses(tx, companyId, notifyEmails, id)
    : notifyAddresses(notifyEmails)
  for (const to of addresses) await addJob(tx, isAwaited ? 'notify' : 'notify-of-signature', { id, to })
}

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
