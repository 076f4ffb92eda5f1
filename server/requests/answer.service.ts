import { INPUTS } from '#domain/catalogue/index'
import { findProblem } from '#domain/catalogue/validate'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { requestWords } from '#domain/messages/request'
import { wantedDescription, type RequestItem, fieldLabel, itemTitle } from '#domain/request'
import type { Tx } from '../platform/database/db.ts'
import { throttle } from '../auth/throttle.ts'
import { lockDesk, lockRow } from '../platform/database/lock-row.ts'
import { AppError, orNotFound } from '../errors.ts'
import { notifyAddresses } from '../platform/mail/mails.ts'
import type { Prisma } from '../generated/client.ts'
import { addJob, removeRequestMails } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { findApplicantLink } from '../applicant/applicant-link.ts'
import { recordEvent, recordEvents, type EventRecord } from '../events/record-event.ts'
import { findTold } from '../desk/find-told.ts'
import { moveStatus } from '../desk/move-status.ts'
import { findSentProblem, noteFirstSignature } from '../submissions/signing/drawn-signature.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'
import { toStoredSigning } from '../submissions/signing/signing-record.ts'
import {
  additionsSelect,
  readCorrections,
  sealAddition,
  type AdditionEntry,
} from '../submissions/view/submission-additions.ts'
import { latestDate, toProblemText } from '../submissions/accept/submit.service.ts'
import type { AnswerInput } from './request.schema.ts'
import { isOpen, openRequest, sealRequest } from './sealed-request.ts'

const select = {
  ...sealedSelect,
  signatures: false,
  authorizationText: true,
  disclaimer: true,
  additions: additionsSelect,
  desk: { select: { status: true, owner: { select: { id: true, email: true, active: true } } } },
  company: { select: { nameOut: true, contact: true, notifyEmails: true } },
  requests: { orderBy: { createdAt: 'desc' }, take: 1 },
} as const

type Sender = { ip: string; userAgent: string }
type Answer = AnswerInput['answers'][number]

const answered = () => new AppError('conflict', ({ application }) => application.answered)

/**
 * Stores answers to items of the open request, each once. The last one closes the request.
 * @throws AppError link_ended, conflict where another call answered first, invalid_input
 */
export async function answerRequest(
  services: Services,
  { token, answers, signed }: AnswerInput,
  sender: Sender,
): Promise<{ open: number }> {
  const link = await findApplicantLink(services, token, ['request'], { answered: true })
  await throttle(services, 'answerPerApplication', link.formSessionId)
  return services.db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', link.formSessionId)
    // Before jobs are added, as the job that follows a submit has it then, too.
    await lockDesk(tx, link.formSessionId)
    const row = orNotFound(await tx.formSubmission.findUnique({ where: { id: link.formSessionId }, select }))
    const [request] = row.requests
    if (!request || !isOpen(request)) throw answered()
    const data = openRequest(services.keys, row, request)
    const current = { ...openAnswers(services.keys, row), ...readCorrections(services.keys, row) }
    const corrected = new Map<string, string>()
    const entries: AdditionEntry[] = []
    for (const answer of answers) {
      const item = data.items[answer.item]
      if (!item || item.state !== 'asked') throw answered()
      item.state = 'missing' in answer ? 'missing' : 'given'
      item.at = new Date().toISOString()
      if ('document' in answer)
        await describeDocument(tx, row.id, request.createdAt, item.wanted, answer.document)
      else entries.push(toEntry(item.wanted, answer, current))
      if ('text' in answer && item.wanted.kind === 'correction') corrected.set(item.wanted.field, answer.text)
    }
    const open = data.items.filter(({ state }) => state === 'asked').length
    await addEntries(services, tx, row, { entries, corrected: Object.fromEntries(corrected), signed }, sender)
    await tx.submissionRequest.update({
      where: { id: request.id },
      data: {
        data: sealRequest(services.keys, row, request.id, data),
        ...(open === 0 && { state: 'answered', endedAt: new Date() }),
      },
    })
    const entry = { ...toAudit(row, sender), detail: { request: request.id } }
    if (open === 0) {
      await removeRequestMails(tx, row.id)
      const told = await findTold(tx, row.id, 'submission-requested', ['request', request.id])
      await recordEvent(tx, { ...entry, act: 'submission-request-answered', told })
      if (row.desk?.status === 'documents_needed')
        await moveStatus(tx, entry, { id: row.id, status: 'in_review' })
      await notifyStaff(tx, row)
    }
    return { open }
  })
}

type Row = Prisma.FormSubmissionGetPayload<{ select: typeof select }>

const toAudit = ({ id, companyId }: { id: string; companyId: string }, { ip }: Sender) =>
  ({
    companyId,
    actor: null,
    ip,
    objectType: 'submission',
    objectId: id,
  }) satisfies Omit<EventRecord, 'act'>

function toEntry(
  wanted: RequestItem,
  answer: Exclude<Answer, { document: string }>,
  current: Values,
): AdditionEntry {
  if ('missing' in answer) {
    const label = requestWords.en.missingOf(itemTitle(wanted, 'en', null))
    return { field: null, label, before: null, value: answer.missing }
  }
  if (wanted.kind === 'answer')
    return { field: null, label: wanted.question, before: null, value: answer.text }
  const input = wanted.kind === 'correction' && INPUTS.get(wanted.field)
  if (!input) throw new AppError('invalid_input')
  const { name } = input
  const asked = { ...input, required: true, showWhen: null }
  const key = findProblem(asked, { [name]: answer.text }, latestDate())
  if (key) throw problems({ [name]: toProblemText(name, key) })
  return {
    field: name,
    label: fieldLabel(name, null),
    before: getOwn(current, name) ?? '',
    value: answer.text,
  }
}

const problems = (fields: NonNullable<AppError['fields']>): AppError =>
  new AppError('invalid_input', ({ form }) => form.problems(Object.keys(fields).length), { fields })

/** A file that came after the request, by the applicant's link. */
async function describeDocument(
  tx: Tx,
  id: string,
  after: Date,
  wanted: RequestItem,
  document: string,
): Promise<void> {
  const description = wantedDescription(wanted)
  if (!description) throw new AppError('invalid_input')
  const { count } = await tx.document.updateMany({
    where: { id: document, formSessionId: id, createdAt: { gte: after }, addedBy: null },
    data: { ...description, suggested: false },
  })
  if (count === 0) throw new AppError('not_found')
}

type Given = { entries: AdditionEntry[]; corrected: Values; signed: AnswerInput['signed'] }

async function addEntries(
  { keys }: Services,
  tx: Tx,
  row: Row,
  { entries, corrected, signed }: Given,
  sender: Sender,
): Promise<void> {
  const fields = Object.keys(corrected)
  const isCorrection = fields.length > 0
  if (entries.length === 0) return
  const id = uuidV7()
  const { name = '', date = '', signature = '' } = (isCorrection && signed) || {}
  const values = { ...corrected, signer1Name: name, signer1Date: date, signer1Signature: signature }
  if (isCorrection) checkSignature(values)
  const source = { ...row.company, ...row, companyName: row.company.nameOut }
  const signing = isCorrection && signed ? toStoredSigning(signed.signing, source, values) : null
  await tx.submissionAddition.create({
    data: {
      id,
      submissionId: row.id,
      companyId: row.companyId,
      kind: isCorrection ? 'correction' : 'answer',
      clientIp: sender.ip,
      userAgent: sender.userAgent,
      ...sealAddition(keys, row, id, { name, date, signature, signing, entries }),
    },
    select: { id: true },
  })
  if (signature !== '') await noteFirstSignature(tx, row.id)
  await addJob(tx, 'seal-pdf', { id: row.id })
  const event = toAudit(row, sender)
  await recordEvents(tx, [
    { ...event, act: 'submission-answered' },
    ...fields.map((field) => ({ ...event, act: 'submission-corrected' as const, detail: { field } })),
  ])
}

function checkSignature(values: Values): void {
  const found = ['signer1Name', 'signer1Date', 'signer1Signature'].flatMap((name) => {
    const input = INPUTS.get(name)
    const key = input && findSentProblem({ ...input, required: true }, values, latestDate())
    return key ? [[name, toProblemText(name, key)] as const] : []
  })
  if (found.length > 0) throw problems(Object.fromEntries(found))
}

/** By the company's addresses, or else the owner's. */
async function notifyStaff(tx: Tx, { id, company, desk }: Row): Promise<void> {
  const owner = desk?.owner?.active ? [desk.owner.email] : []
  const addresses = notifyAddresses(company.notifyEmails)
  for (const to of addresses.length > 0 ? addresses : owner) await addJob(tx, 'notify-of-answers', { id, to })
}
