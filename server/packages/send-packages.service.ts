import { canPerform } from '#domain/actions'
import { companyMoves, parseDeskSettings } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { findDesk } from '../desk/change-desk.ts'
import { moveStatus } from '../desk/move-status.ts'
import { applicantLinkExpiry } from '../applicant/applicant-link.ts'
import { AppError, fieldError, orNotFound } from '../errors.ts'
import { recordEvents, type AuditActor } from '../events/record-event.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { makeCopyNumber } from '../marks/copy-number.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockRow, lockRows } from '../platform/database/lock-row.ts'
import { addJobs } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { answersSelect } from '../submissions/accept/sealed-submission.ts'
import { documentSelect, readDocument, type StoredDocument } from './package-document.ts'
import type { PackageRecord, SendInput } from './package.schema.ts'
import { sealPackage, toRecord } from './sealed-package.ts'

const words = serverMessages.package
const HOUR_MS = 3_600_000

/**
 * One package to each funder, its mail queued with it. The first one of a submission moves it to 'With funder'.
 * @throws AppError not_found, forbidden, invalid_input, cannot_mark, sent_recently
 */
export async function sendPackages(
  services: Services,
  by: AuditActor,
  input: SendInput,
): Promise<PackageRecord[]> {
  const { db, keys } = services
  const { id, withApplication, withCashFlow, message } = input
  if (input.documentIds.length > 0 && !canPerform(by.actor, 'submission.export'))
    throw new AppError('forbidden', words.exports)
  const chosen = await db.as(by.actor).write((tx) => readChosen(tx, input))
  const unmarked = await findUnmarked(services, chosen, input.unmarked)
  return db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', id)
    const row = orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: answersSelect }))
    // Trying the marks takes time, in which a funder may have been retired and a document deleted.
    await lockRows(tx, 'Funder', input.funderIds, 'shared')
    const { funders, documents } = await readChosen(tx, input)
    await refuseRecent(tx, input)
    const earlier = await tx.package.count({ where: { submissionId: id } })
    if (earlier + funders.length > LIMITS.packagesPerSubmission) throw new AppError('conflict', words.tooMany)
    if (earlier === 0) await moveToFunder(tx, by, id)
    const rows = await tx.package.createManyAndReturn({
      data: funders.map((funder) => {
        const own = uuidV7()
        return {
          id: own,
          submissionId: id,
          companyId: row.companyId,
          funderId: funder.id,
          copyNumber: makeCopyNumber(keys, own),
          data: sealPackage(keys, row, own, { message, answers: [] }),
          documentIds: documents.map((document) => document.id),
          unmarked,
          withApplication,
          withCashFlow,
          isMasked: !canPerform(by.actor, 'submission.reveal'),
          sentBy: by.actor.name,
          expiresAt: applicantLinkExpiry(LIMITS.packageDays),
        }
      }),
      include: { funder: { select: { id: true, name: true } } },
    })
    const about = {
      companyId: row.companyId,
      actor: by.actor,
      ip: by.ip,
      objectType: 'submission',
      objectId: id,
    }
    const counts = { documents: documents.length, unmarked: unmarked.length }
    await recordEvents(
      tx,
      rows.map(({ id: own, funder, isMasked }) => ({
        ...about,
        act: 'package-sent' as const,
        detail: { package: own, funder: funder.id, name: funder.name, masked: isMasked, ...counts },
      })),
    )
    const at = new Date().toISOString()
    await addJobs(
      tx,
      'package-mail',
      rows.map((each) => ({ id, package: each.id, at })),
    )
    return rows.map((each) => toRecord(keys, row, each))
  })
}

/** A locked document is sent as its unlocked copy. */
async function readChosen(tx: Tx, { id, funderIds, documentIds }: SendInput) {
  const find = { where: { id }, select: { companyId: true } }
  const { companyId } = orNotFound(await tx.formSubmission.findUnique(find))
  const wanted = [...new Set(funderIds)]
  const funders = await tx.funder.findMany({
    where: { id: { in: wanted }, companyId },
    orderBy: { name: 'asc' },
  })
  if (funders.length < wanted.length) throw new AppError('not_found')
  if (funders.some(({ active }) => !active)) throw fieldError('funderIds', words.inactive)
  if (funders.some(({ emails }) => emails.length === 0)) throw fieldError('funderIds', words.noAddress)
  const chosen = await tx.document.findMany({
    where: { id: { in: documentIds }, formSessionId: id },
    select: { ...documentSelect, unlocked: { select: documentSelect } },
  })
  const sent = [...new Set(documentIds)].map((each) => {
    const found = chosen.find((document) => document.id === each)
    if (!found) throw new AppError('not_found')
    return found.unlocked ?? found
  })
  return {
    companyId,
    funders,
    documents: [...new Map(sent.map((document) => [document.id, document])).values()],
  }
}

/** @returns the documents that go without a mark, to which the sender has agreed */
async function findUnmarked(
  services: Services,
  { companyId, documents }: { companyId: string; documents: readonly StoredDocument[] },
  agreed: readonly string[],
): Promise<string[]> {
  const unmarked: StoredDocument[] = []
  // One after the other, so that slow files leave a thread to others.
  for (const document of documents)
    if (!(await canMark(services, document, companyId))) unmarked.push(document)
  const refused = unmarked.filter(
    ({ id, unlockedFrom }) => !agreed.includes(id) && !agreed.includes(unlockedFrom ?? id),
  )
  if (refused.length > 0) throw new AppError('cannot_mark', undefined, { ids: refused.map(({ id }) => id) })
  return unmarked.map(({ id }) => id)
}

/** Documents don't change, so one is tried once at a time, and no more once it could be marked. */
const tried = new Map<string, Promise<boolean>>()
const MOST_TRIED = 10_000

async function canMark(services: Services, document: StoredDocument, companyId: string): Promise<boolean> {
  const { id, fileType } = document
  const content = await readDocument(services, document)
  const known = tried.get(id)
  if (known) return known
  const trying = services.marker.canMark(content, fileType, companyId)
  tried.set(id, trying)
  const forget = () => tried.delete(id)
  trying.then((can) => (can && tried.size < MOST_TRIED) || forget(), forget)
  return trying
}

async function refuseRecent(tx: Tx, { id, funderIds, again }: SendInput): Promise<void> {
  if (again) return
  const createdAt = { gt: new Date(Date.now() - LIMITS.packageAgainHours * HOUR_MS) }
  const recent = await tx.package.findMany({
    where: { submissionId: id, funderId: { in: funderIds }, state: { not: 'withdrawn' }, createdAt },
    distinct: ['funderId'],
    select: { funderId: true },
  })
  if (recent.length > 0)
    throw new AppError('sent_recently', undefined, { ids: recent.map(({ funderId }) => funderId) })
}

async function moveToFunder(tx: Tx, by: AuditActor, id: string): Promise<void> {
  const desk = await findDesk(tx, id)
  if (desk.status !== 'new' && desk.status !== 'in_review') return
  const moves = companyMoves(parseDeskSettings(desk.deskSettings), desk)
  // A company may have retired them all.
  const to = moves.find(({ status }) => status === 'with_funder')
  if (to) await moveStatus(tx, by, { id, status: to.key })
}
