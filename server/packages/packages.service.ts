import { serverMessages } from '#domain/messages/server'
import { AppError, orNotFound } from '../errors.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { answersSelect } from '../submissions/accept/sealed-submission.ts'
import type { PackageRecord } from './package.schema.ts'
import { isOpen, toRecord } from './sealed-package.ts'

type Needs = Pick<Services, 'db' | 'keys'>

const words = serverMessages.package
const funder = { select: { id: true, name: true, active: true } } as const

/** The newest first. */
export async function listPackages(
  { db, keys }: Needs,
  { actor }: AuditActor,
  id: string,
): Promise<PackageRecord[]> {
  const packages = { orderBy: { id: 'desc' }, include: { funder } } as const
  const row = orNotFound(
    await db
      .as(actor)
      .write((tx) => tx.formSubmission.findUnique({ where: { id }, select: { ...answersSelect, packages } })),
  )
  return row.packages.map((each) => toRecord(keys, row, each))
}

/** Its link opens nothing any more. */
export const withdrawPackage = (services: Needs, by: AuditActor, id: string): Promise<PackageRecord> =>
  changePackage(services, by, id, 'package-withdrawn', async (tx, row) => {
    if (row.state === 'withdrawn' || (row.state !== 'answered' && !isOpen(row)))
      throw new AppError('conflict', words.isOver)
    await tx.package.update({
      where: { id },
      data: { state: 'withdrawn', codeDigest: null, codeUntil: null },
    })
  })

/** The same link again. */
export const resendPackage = (services: Needs, by: AuditActor, id: string): Promise<PackageRecord> =>
  changePackage(services, by, id, 'package-resent', async (tx, row) => {
    if (!isOpen(row)) throw new AppError('conflict', words.isOver)
    if (!row.funder.active) throw new AppError('conflict', words.retired)
    if (row.mailed === null) throw new AppError('conflict', words.isWaiting)
    await tx.package.update({ where: { id }, data: { mailed: null } })
    await addJob(tx, 'package-mail', { id: row.submissionId, package: id, at: new Date().toISOString() })
  })

const readPackage = (tx: Tx, id: string) =>
  tx.package.findUnique({ where: { id }, include: { funder, submission: { select: answersSelect } } })
type Row = NonNullable<Awaited<ReturnType<typeof readPackage>>>

/** Answering, opening and destroying take the same lock. */
async function changePackage(
  { db, keys }: Needs,
  by: AuditActor,
  id: string,
  act: 'package-withdrawn' | 'package-resent',
  change: (tx: Tx, row: Row) => Promise<void>,
): Promise<PackageRecord> {
  const find = { where: { id }, select: { submissionId: true } }
  const { submissionId } = orNotFound(await db.as(by.actor).write((tx) => tx.package.findUnique(find)))
  return db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', submissionId)
    const row = orNotFound(await readPackage(tx, id))
    await change(tx, row)
    await recordEvent(tx, {
      companyId: row.companyId,
      actor: by.actor,
      ip: by.ip,
      act,
      objectType: 'submission',
      objectId: submissionId,
      detail: { package: id, funder: row.funder.id, name: row.funder.name },
    })
    return toRecord(keys, row.submission, orNotFound(await readPackage(tx, id)))
  })
}
