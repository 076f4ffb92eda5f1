import { isSharedDevice, parseApplicantSettings } from '#domain/applicant-settings'
import { inviteValues } from '#domain/catalogue/invite'
import { DRAFT_INPUTS, INVITE_INPUTS } from '#domain/catalogue/second-signer'
import { localisedInput } from '#domain/catalogue/localise'
import { problemText } from '#domain/catalogue/problem-texts'
import { findProblem, validate, type Problem } from '#domain/catalogue/validate'
import { canonicalValues, hasAnswer, keptValues, type Values } from '#domain/catalogue/values'
import { textEntries } from '#domain/json'
import { toReference } from '#domain/reference'
import type { ProblemKey } from '#domain/messages/form'
import type { LocalizedText } from '#domain/messages/localized-text'
import { authorizationText } from '#domain/signing'
import { addressKey, refund, throttle } from '../../auth/throttle.ts'
import { formSessionKeyContext } from '../../platform/crypto/contexts.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../lib/uuid.ts'
import { makeReceiptToken } from '../../applicant/receipt-token.ts'
import { nameSession } from '../../form-sessions/external-id.ts'
import { requireSameCompany } from '../../form-sessions/same-company.ts'
import {
  findFormLink,
  toVisibleForm,
  openFormLink,
  type FormLink,
  type FormSessionRow,
} from '../../form-sessions/form-link.ts'
import { findSession, type FormSession } from '../../form-sessions/form-session.service.ts'
import { alreadyReceived } from '../../form-sessions/with-open-session.ts'
import { accept, acceptedBefore, type NewSubmission, type Sender } from './accept-batch.ts'
import { findSentProblem } from '../signing/drawn-signature.ts'
import { toSubmissionTexts, toClearColumns } from './sealed-submission.ts'
import { keyedColumns } from './keyed-columns.ts'
import { toStoredSigning } from '../signing/signing-record.ts'
import { withKeptAnswers } from './kept-answers.ts'
import { externalIdInput } from '../../trpc/inputs.ts'
import type { Receipt, SubmitInput } from '../submission.schema.ts'

/** Another request may create the session's row under another key in between. */
const ATTEMPTS = 3
const EXTERNAL_ID = externalIdInput()

/**
 * Answers after the commit. The same answers under the same session get the same receipt, others a conflict.
 * @throws AppError invalid_input with `fields`, session_expired, not_found, conflict, too_many_requests
 */
export async function submitApplication(
  services: Services,
  input: SubmitInput,
  sender: Sender,
): Promise<Receipt> {
  const session = await findTarget(services, input)
  const { link } = session
  requireSameCompany(input.companyId, link.companyId)
  const sent = canonicalValues(textEntries(input))
  const { values: answers, lost } = input.kept?.length
    ? await withKept(services, session, sent, input.kept)
    : { values: sent, lost: [] }
  const values = withInvite(keptValues(answers, toVisibleForm(link)), link, input.secondSignerInvite)
  const submission = toNewSubmission(services, session.id, link, values, sender)
  if (session.row?.submittedAt) return repeatReceipt(services, submission)

  checkAnswers(values, link, lost)
  // Not part of the digest of the answers: a retry may tell other times.
  if (input.signing) submission.texts.signing = JSON.stringify(toStoredSigning(input.signing, link, values))
  const counted = ['submitPerAddressAndSlug', addressKey(sender.ip), link.slug] as const
  await throttle(services, ...counted)
  const accepting = async () => {
    const { data: externalId } = EXTERNAL_ID.safeParse(input.externalId)
    const { row } = externalId ? await nameSession(services, session, externalId) : session
    return acceptOnce(services, submission, row)
  }
  const { receipt, isNew } = await accepting().catch(async (error: unknown) => {
    await refund(services, ...counted)
    throw error
  })
  // Only accepted applications count.
  if (!isNew) await refund(services, ...counted)
  return receipt
}

/** Nobody is invited where signer 2 has signed, or where the company doesn't ask. */
function withInvite(values: Values, link: FormLink, invite: SubmitInput['secondSignerInvite']): Values {
  const { secondSignerElsewhere } = parseApplicantSettings(link.applicantSettings)
  const isAsked = secondSignerElsewhere && toVisibleForm(link).inputNames.has('signer2Name')
  return invite && isAsked && !values.signer2Name ? { ...values, ...inviteValues(invite) } : values
}

async function withKept(services: Services, session: FormSession, sent: Values, kept: string[]) {
  await throttle(services, 'keptPerSession', session.id)
  return withKeptAnswers(services, session, sent, kept)
}

async function findTarget(services: Services, input: SubmitInput): Promise<FormSession> {
  if (input.formSubmissionId) return findSession(services, input.formSubmissionId)
  if (!input.generatedLinkSlug) throw new AppError('invalid_input', ({ form }) => form.linkNeeded)
  return { id: uuidV7(), link: await openFormLink(services, input.generatedLinkSlug), row: null }
}

function checkAnswers(values: Values, link: FormLink, lost: string[]): void {
  if (lost.length === 0 && !hasAnswer(values))
    throw new AppError('invalid_input', ({ form }) => form.noAnswer)
  const problems: Problem[] = [
    ...validate(values, toVisibleForm(link), { today: latestDate(), find: findSentProblem }).filter(
      ({ name }) => !lost.includes(name),
    ),
    ...INVITE_INPUTS.flatMap((invite) => {
      const key = findProblem(invite, values, latestDate())
      return key ? [{ name: invite.name, key }] : []
    }),
    ...lost.map((name) => ({ name, key: 'keptLost' as const })),
  ]
  if (problems.length === 0) return
  throw new AppError('invalid_input', ({ form }) => form.problems(problems.length), {
    fields: Object.fromEntries(problems.map(({ name, key }) => [name, toProblemText(name, key)])),
  })
}

export function toProblemText(name: string, key: ProblemKey): LocalizedText {
  const input = DRAFT_INPUTS.get(name)
  if (!input) return ({ invalidField }) => invalidField(name)
  return ({ pack }) => problemText(pack.form, localisedInput(input, pack.catalogue), key)
}

const FURTHEST_EAST_MS = 14 * 60 * 60 * 1000

/** Today where today comes first: where the applicant is, it is that date or the one before. */
export const latestDate = (): string => new Date(Date.now() + FURTHEST_EAST_MS).toISOString().slice(0, 10)

export function toNewSubmission(
  { keys }: Services,
  id: string,
  link: FormLink,
  values: Values,
  sender: Sender,
): NewSubmission {
  const texts = toSubmissionTexts(values)
  return {
    id,
    link,
    texts,
    clear: toClearColumns(values),
    keyed: keyedColumns(keys, { id, companyId: link.companyId }, values, texts),
    authorizationText: authorizationText(link),
    sender,
  }
}

async function acceptOnce(
  services: Services,
  submission: NewSubmission,
  row: FormSessionRow | null,
): Promise<{ receipt: Receipt; isNew: boolean }> {
  const context = formSessionKeyContext(submission.id, submission.link.companyId)
  let known = row?.wrappedKey ?? null
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const dataKey = known
      ? { key: services.keys.unwrap(known, context), wrapped: known }
      : services.keys.newDataKey(context)
    const createdAt = await accept(services, submission, dataKey)
    if (createdAt) {
      return { receipt: toReceipt(services, submission, createdAt), isNew: true }
    }

    const { session } = (await findFormLink(services, linkAndSession(submission))) ?? {}
    if (session?.submittedAt) return { receipt: await repeatReceipt(services, submission), isNew: false }
    if (!session || session.expiresAt.getTime() <= Date.now()) throw new AppError('session_expired')
    known = session.wrappedKey
  }
  throw new AppError('unavailable')
}

const linkAndSession = ({ id, link }: NewSubmission) => ({ linkId: link.id, sessionId: id })

async function repeatReceipt(services: Services, submission: NewSubmission): Promise<Receipt> {
  const before = await acceptedBefore(services, submission)
  if (!before) throw new AppError('session_expired')
  if (!before.same) throw alreadyReceived(before.createdAt)
  return toReceipt(services, submission, before.createdAt)
}

const toReceipt = ({ keys }: Services, { id, link }: NewSubmission, createdAt: Date): Receipt => ({
  id,
  createdAt: createdAt.toISOString(),
  reference: toReference(id),
  // The next user of a shared device must not open the application, whatever the page keeps.
  receiptToken: isSharedDevice(link) ? '' : makeReceiptToken(keys, id),
})
