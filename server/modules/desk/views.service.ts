import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { viewQuery, type View, type ViewInput } from './views.schema.ts'

type Needs = Pick<Services, 'db'>

const select = {
  id: true,
  name: true,
  shared: true,
  query: true,
  companyId: true,
  owner: { select: { id: true, name: true } },
} satisfies Prisma.SavedViewSelect
type Stored = Prisma.SavedViewGetPayload<{ select: typeof select }>

/** Row-level security leaves those of the company; colleagues see the shared ones. */
const seenBy = ({ userId, companyId }: Actor): Prisma.SavedViewWhereInput => ({
  OR: [{ ownerId: userId }, { shared: true, companyId }],
})

const canChange = (actor: Actor, { owner }: Stored): boolean =>
  owner.id === actor.userId || actor.userType === 'company' || reachesAllCompanies(actor)

const toView = (actor: Actor, row: Stored): View => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  // A later version may have fewer filters.
  ...(viewQuery.safeParse(row.query).data ?? viewQuery.parse({})),
  owner: row.owner,
  canChange: canChange(actor, row),
})

export const listViews = ({ db }: Needs, actor: Actor): Promise<View[]> =>
  withActor(db, actor, async (tx) => {
    const rows = await tx.savedView.findMany({
      where: seenBy(actor),
      select,
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
    return rows.map((row) => toView(actor, row))
  })

export const createView = (
  { db }: Needs,
  by: AuditActor,
  { name, shared, ...query }: ViewInput,
): Promise<View> =>
  withActor(db, by.actor, async (tx) => {
    const { userId: ownerId, companyId } = by.actor
    if ((await tx.savedView.count({ where: { ownerId } })) >= LIMITS.views)
      throw new AppError('conflict', serverMessages.tooManyViews)
    const data = { name, shared, query, ownerId, companyId }
    const row = await unlessTaken(tx.savedView.create({ data, select }))
    await record(tx, by, null, row)
    return toView(by.actor, row)
  })

export const changeView = (
  { db }: Needs,
  by: AuditActor,
  { id, name, shared, ...query }: ViewInput & { id: string },
): Promise<View> =>
  withActor(db, by.actor, async (tx) => {
    const before = await findOwn(tx, by.actor, id)
    const row = await unlessTaken(
      tx.savedView.update({ where: { id }, data: { name, shared, query }, select }),
    )
    await record(tx, by, before, row)
    return toView(by.actor, row)
  })

export const deleteView = ({ db }: Needs, by: AuditActor, id: string): Promise<{ id: string }> =>
  withActor(db, by.actor, async (tx) => {
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
