import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockCount } from '../platform/database/lock-row.ts'
import { AppError, orNotFound } from '../errors.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { checkMaker } from '../sign-in/makers.ts'
import { recordChange } from '../events/audit/record-change.ts'
import type { AuditActor } from '../events/record-event.ts'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { EXAMPLE, withExample } from '../trpc/example.ts'
import { id, text } from '../trpc/inputs.ts'
import { SORT_FIELDS, SUBMISSION_FILTERS } from '../submissions/list/rows.ts'

/** No search text, which may be an applicant's name. */
const query = {
  filter: z.strictObject(SUBMISSION_FILTERS).default({}),
  sort: z.tuple([z.enum(['id', ...SORT_FIELDS]), z.enum(['ASC', 'DESC'])]).default(['createdAt', 'DESC']),
}
export const viewQuery = z.object(query)

const fields = {
  name: text(LIMITS.viewNameLength).trim().min(1).meta({ example: 'New and unassigned' }),
  shared: z.boolean().default(false),
  ...query,
}
export const viewInput = z.strictObject(fields)
export type ViewInput = z.infer<typeof viewInput>
export const changeViewInput = viewInput.extend({ id })
export const viewIdInput = z.strictObject({ id })

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  shared: z.boolean(),
  ...viewQuery.shape,
  owner: z.object({ id: z.string(), name: z.string() }),
  canChange: z.boolean(),
  stopped: z.boolean().meta({ description: 'Its owner can no longer share views; another can take it over' }),
})
export type View = z.infer<typeof savedView>
const example: View = {
  id: EXAMPLE.submission.id,
  name: 'New and unassigned',
  shared: true,
  filter: { status: ['new'], ownerId: 'none' },
  sort: ['createdAt', 'DESC'],
  owner: { id: EXAMPLE.user.id, name: EXAMPLE.user.name },
  canChange: true,
  stopped: false,
}
const documented = savedView.meta({ id: 'SavedView', example })
export const viewsOutput = listEnvelope(documented)
export const viewOutput = envelope(documented)
export const deletedViewOutput = envelope(withExample(z.object({ id: z.string() }), { id: example.id }))

type Needs = Pick<Services, 'db'>

const select = {
  id: true,
  name: true,
  shared: true,
  query: true,
  companyId: true,
  ownerId: true,
  makerLostAt: true,
} satisfies Prisma.SavedViewSelect
type Stored = Prisma.SavedViewGetPayload<{ select: typeof select }>

/** Row-level security leaves those of the company; colleagues see the shared ones. */
const seenBy = ({ userId, companyId }: Actor): Prisma.SavedViewWhereInput => ({
  OR: [{ ownerId: userId }, { shared: true, companyId }],
})

const canChange = (actor: Actor, { ownerId }: Stored): boolean =>
  ownerId === actor.userId || actor.userType === 'company' || reachesAllCompanies(actor)

const check = (services: Needs, row: Stored) => checkMaker(services, 'view', row.ownerId, row)

const toView = (actor: Actor, row: Awaited<ReturnType<typeof check>>): View => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  // A later version may have fewer filters.
  ...(viewQuery.safeParse(row.query).data ?? viewQuery.parse({})),
  owner: { id: row.ownerId, name: row.makerName },
  stopped: row.shared && row.makerLostAt !== null,
  canChange: canChange(actor, row),
})

/** Those that have stopped are for their owners and for users who can take them over. */
export const listViews = (services: Needs, actor: Actor): Promise<View[]> =>
  services.db.as(actor).write(async (tx) => {
    const rows = await tx.savedView.findMany({
      where: seenBy(actor),
      select,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
    const checked = await Promise.all(rows.map((row) => check(services, row)))
    return checked.map((row) => toView(actor, row)).filter((view) => view.canChange || !view.stopped)
  })

export const createView = (
  services: Needs,
  by: AuditActor,
  { name, shared, ...query }: ViewInput,
): Promise<View> =>
  services.db.as(by.actor).write(async (tx) => {
    const { userId: ownerId, companyId } = by.actor
    await refuseTooMany(tx, ownerId)
    const data = { name, shared, query, ownerId, companyId }
    const row = await unlessTaken(tx.savedView.create({ data, select }))
    await record(tx, by, null, row)
    return toView(by.actor, { ...row, makerName: by.actor.name })
  })

async function refuseTooMany(tx: Tx, ownerId: string): Promise<void> {
  await lockCount(tx, 'SavedView', ownerId)
  if ((await tx.savedView.count({ where: { ownerId } })) >= LIMITS.views)
    throw new AppError('conflict', serverMessages.tooManyViews)
}

export const changeView = (
  services: Needs,
  by: AuditActor,
  { id, name, shared, ...query }: ViewInput & { id: string },
): Promise<View> =>
  services.db.as(by.actor).write(async (tx) => {
    const before = await check(services, await findOwn(tx, by.actor, id))
    const row = await unlessTaken(
      tx.savedView.update({ where: { id }, data: { name, shared, query }, select }),
    )
    await record(tx, by, before, row)
    return toView(by.actor, { ...before, ...row })
  })

/** @throws AppError not_found, forbidden, conflict while its owner could share it */
export const takeOverView = (services: Needs, by: AuditActor, id: string): Promise<View> =>
  services.db.as(by.actor).write(async (tx) => {
    const { userId: ownerId, name: makerName } = by.actor
    const before = await check(services, await findOwn(tx, by.actor, id))
    if (!before.shared || before.makerLostAt === null)
      throw new AppError('conflict', serverMessages.notStopped)
    await refuseTooMany(tx, ownerId)
    const isTaken = (await tx.savedView.count({ where: { ownerId, name: before.name, id: { not: id } } })) > 0
    const suffix = isTaken ? ` (${before.makerName})`.slice(0, LIMITS.viewNameLength) : ''
    const name = before.name.slice(0, LIMITS.viewNameLength - suffix.length) + suffix
    const data = { ownerId, makerLostAt: null, name }
    const row = await unlessTaken(tx.savedView.update({ where: { id }, data, select }))
    await recordChange(tx, by, 'view-shared', row, { owner: before.ownerId }, { owner: ownerId })
    return toView(by.actor, { ...row, makerName })
  })

export const deleteView = ({ db }: Needs, by: AuditActor, id: string): Promise<{ id: string }> =>
  db.as(by.actor).write(async (tx) => {
    const before = await findOwn(tx, by.actor, id)
    await tx.savedView.delete({ where: { id } })
    await record(tx, by, before, null)
    return { id }
  })

async function findOwn(tx: Tx, actor: Actor, id: string): Promise<Stored> {
  const row = orNotFound(await tx.savedView.findFirst({ where: { id, ...seenBy(actor) }, select }))
  if (!canChange(actor, row)) throw new AppError('forbidden')
  return row
}

async function unlessTaken(written: Promise<Stored>): Promise<Stored> {
  try {
    return await written
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error
    throw new AppError('invalid_input', serverMessages.viewNameTaken, {
      fields: { name: serverMessages.viewNameTaken },
    })
  }
}

/** Records changes of shared views only. */
async function record(tx: Tx, by: AuditActor, before: Stored | null, after: Stored | null): Promise<void> {
  const row = after ?? before
  if (!row || !(before?.shared || after?.shared)) return
  const shown = (view: Stored | null) => view && { name: view.name, shared: view.shared }
  await recordChange(tx, by, after ? 'view-shared' : 'view-deleted', row, shown(before), shown(after))
}
