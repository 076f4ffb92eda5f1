import { LIMITS } from '#domain/limits'
import { deskServerMessages as words } from '#domain/messages/server-desk'
import { startOfDay } from '#domain/time-zone'
import { checkFresh, checkReadOnly } from '../entities/record-as-read.ts'
import { AppError, fieldError, orNotFound } from '../errors.ts'
import { countByCompany, recordListing } from '../events/audit/record-reading.ts'
import { recordEvent, type AuditActor, type EventRecord } from '../events/record-event.ts'
import type { Prisma } from '../generated/client.ts'
import { uuidV7 } from '../lib/uuid.ts'
import type { Tx } from '../platform/database/db.ts'
import { readPage, type Page } from '../platform/database/list-query.ts'
import { lockDesk, lockRow } from '../platform/database/lock-row.ts'
import type { Services } from '../services.ts'
import { findColleagues } from './assignees.ts'
import { noteOpener, sealNote, submissionSelect } from './notes.service.ts'
import { readOnly, type CreateTask, type Task, type TasksInput, type UpdateTask } from './task.schema.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'log'>

const placeSelect = {
  ...submissionSelect,
  company: { select: { timeZone: true } },
  desk: { select: { legalName: true, dbaName: true } },
} as const
const include = { submission: { select: placeSelect } } satisfies Prisma.TaskInclude
type Place = Prisma.FormSubmissionGetPayload<{ select: typeof placeSelect }>
type Stored = Prisma.TaskGetPayload<{ include: typeof include }>

export const dueOf = (ownerId: string, now: Date) =>
  ({ ownerId, doneAt: null, dueAt: { lte: now } }) satisfies Prisma.TaskWhereInput

const DUE_FIRST: Prisma.TaskOrderByWithRelationInput[] = [
  { doneAt: { sort: 'asc', nulls: 'first' } },
  { dueAt: 'asc' },
  { id: 'asc' },
]

export async function listTasks(
  services: Needs,
  by: AuditActor,
  { range, filter = {} }: TasksInput,
): Promise<Page<Task>> {
  const { submissionId, done, due } = filter
  const ownerId = filter.ownerId === 'me' ? by.actor.userId : filter.ownerId
  const where = {
    submissionId,
    ownerId,
    ...(done !== undefined && { doneAt: done ? { not: null } : null }),
    ...(due && { AND: { doneAt: null, dueAt: { lte: new Date() } } }),
  }
  const companies: string[] = []
  const page = await services.db.as(by.actor).write((tx) =>
    readPage(
      range,
      (cut) => tx.task.findMany({ where, include, orderBy: DUE_FIRST, ...cut }),
      () => tx.task.count({ where }),
      (row) => {
        companies.push(row.companyId)
        return toTask(services, row)
      },
    ),
  )
  await recordListing(services, by, {
    act: 'tasks-listed',
    objectType: 'submission',
    rows: countByCompany(companies, by),
    query: { range, filter },
  })
  return page
}

const findTask = async (tx: Tx, id: string): Promise<Stored> =>
  orNotFound(await tx.task.findUnique({ where: { id }, include }))

export const createTask = (services: Needs, by: AuditActor, input: CreateTask): Promise<Task> =>
  services.db.as(by.actor).write((tx) => addTask(services, tx, by, input))

/** @throws AppError not_found, conflict, invalid_input */
export async function addTask(
  services: Pick<Needs, 'keys' | 'log'>,
  tx: Tx,
  by: AuditActor,
  { submissionId, text, dueAt, ownerId = by.actor.userId }: CreateTask,
): Promise<Task> {
  // Destroying takes the same lock.
  await lockDesk(tx, submissionId)
  const find = { where: { id: submissionId }, select: placeSelect }
  const place = orNotFound(await tx.formSubmission.findUnique(find))
  if ((await tx.task.count({ where: { submissionId } })) >= LIMITS.tasksPerSubmission)
    throw new AppError('conflict', words.task.tooMany)
  const id = uuidV7()
  const data = {
    id,
    submissionId,
    companyId: place.companyId,
    text: sealNote(services.keys, place, id, text, 'Task'),
    dueAt: toMoment(dueAt, place),
    ...(await findOwner(tx, by, place, ownerId)),
  }
  const row = await tx.task.create({ data, include })
  await record(tx, by, row, 'task-created', { told: [row.ownerId] })
  return toTask(services, row)
}

/** @throws AppError not_found, stale, invalid_input */
export async function updateTask(
  services: Needs,
  by: AuditActor,
  { id, text, dueAt, ownerId, done, ...sent }: UpdateTask,
): Promise<Task> {
  return services.db.as(by.actor).write(async (tx) => {
    await lockDesk(tx, (await findTask(tx, id)).submissionId)
    await lockRow(tx, 'Task', id)
    const before = await findTask(tx, id)
    const { submission: place } = before
    await checkReadOnly(readOnly.shape, sent, () => Promise.resolve(toTask(services, before)))
    checkFresh(before, sent.updatedAt)
    const isGiven = ownerId !== undefined && ownerId !== before.ownerId
    const isMoved = dueAt !== undefined && toMoment(dueAt, place).getTime() !== before.dueAt.getTime()
    const isDone = done ?? before.doneAt !== null
    const changes = {
      ...(text !== undefined && { text: sealNote(services.keys, place, id, text, 'Task') }),
      ...(isMoved && { dueAt: toMoment(dueAt, place) }),
      ...(isGiven && (await findOwner(tx, by, place, ownerId))),
      ...((isGiven || isMoved) && { readAt: null }),
      doneAt: isDone ? (before.doneAt ?? new Date()) : null,
      updatedAt: new Date(Math.max(Date.now(), before.updatedAt.getTime() + 1)),
    }
    const row = await tx.task.update({ where: { id }, data: changes, include })
    const isFinished = isDone && before.doneAt === null
    await record(tx, by, row, 'task-updated', { isFinished, told: isGiven ? [row.ownerId] : [] })
    return toTask(services, row)
  })
}

export const deleteTask = ({ db }: Needs, by: AuditActor, id: string): Promise<{ id: string }> =>
  db.as(by.actor).write(async (tx) => {
    const row = await findTask(tx, id)
    await lockDesk(tx, row.submissionId)
    await tx.task.deleteMany({ where: { id } })
    await record(tx, by, row, 'task-deleted', {})
    return { id }
  })

const DAY = /^\d{4}-\d\d-\d\d$/
const toMoment = (dueAt: string, { company }: Place): Date =>
  DAY.test(dueAt) ? startOfDay(new Date(dueAt), company.timeZone) : new Date(dueAt)

async function findOwner(tx: Tx, { actor }: AuditActor, { id, companyId }: Place, ownerId: string) {
  const owner = (await findColleagues(tx, actor, companyId, id)).find((user) => user.id === ownerId)
  if (!owner) throw fieldError('ownerId', words.task.owner)
  return { ownerId: owner.id, ownerName: owner.name }
}

type Recorded = { isFinished?: boolean } & Pick<EventRecord, 'told'>

const record = (
  tx: Tx,
  by: AuditActor,
  { id, companyId, submissionId, ownerName }: Stored,
  act: 'task-created' | 'task-updated' | 'task-deleted',
  { isFinished = false, told = [] }: Recorded,
): Promise<void> =>
  recordEvent(tx, {
    ...by,
    companyId,
    act,
    objectType: 'submission',
    objectId: submissionId,
    detail: { task: id, owner: ownerName, ...(isFinished && { done: true }) },
    told,
  })

function toTask(services: Pick<Needs, 'keys' | 'log'>, { submission, ...row }: Stored): Task {
  return {
    id: row.id,
    submissionId: row.submissionId,
    merchant: submission.desk?.legalName || submission.desk?.dbaName || '',
    text: noteOpener(services, submission, 'Task')(row),
    dueAt: row.dueAt.toISOString(),
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    done: row.doneAt !== null,
    doneAt: row.doneAt?.toISOString() ?? null,
    timeZone: submission.company.timeZone,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
