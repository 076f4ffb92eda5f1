import { z } from 'zod'
import { canPerform } from '#domain/actions'
import { canGrantRole } from '#domain/grants'
import { reachesAllCompanies } from '#domain/permissions'
import { requireOfKey } from '../../auth/guards.ts'
import { AppError } from '../../errors.ts'
import type { AuditActor } from '../../events/record-event.ts'
import type { Prisma } from '../../generated/client.ts'
import { toSkipTake, type Page } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { contains } from '../../platform/database/list-query.ts'
import type { Services } from '../../services.ts'
import { listEnvelope } from '../../trpc/envelope.ts'
import { egText, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, plainSort, range } from '../../trpc/inputs.ts'
import { tableOf } from '../../platform/database/table-of.ts'
import { visibleTo } from '../role/role.ts'
import { canLeadWhere } from '../user/user-rules.ts'

const name = entity('Name', { id: egText(EXAMPLE.user.id), name: egText(EXAMPLE.user.name) })
type Name = z.infer<typeof name>
export const namesOutput = listEnvelope(name)

/** `id` also finds records that are no longer offered; `leadsOf` '' stands for a company that does not exist yet. */
export const namesInput = z.strictObject({
  sort: plainSort('name'),
  range,
  filter: filter(['name'], {
    companyId: id.nullable().optional(),
    colleaguesOf: id.optional(),
    leadsOf: id.or(z.literal('')).optional(),
  }),
})

type NamesInput = z.infer<typeof namesInput>
type Filter = NonNullable<NamesInput['filter']>
type Found = { id: string; name?: string; nameOut?: string }

const ENTITIES = {
  company: {
    model: 'Company',
    where: (_tx: Tx, { companyId }: Filter): Prisma.CompanyWhereInput => (companyId ? { id: companyId } : {}),
  },
  user: {
    model: 'User',
    where: async (
      tx: Tx,
      { id: ids, companyId, colleaguesOf, leadsOf }: Filter,
      { actor }: AuditActor,
    ): Promise<Prisma.UserWhereInput> => ({
      // Row-level security narrows to it as well, but without an index.
      ...(!reachesAllCompanies(actor) && { companyId: actor.companyId }),
      ...(!ids && { active: true }),
      ...(companyId !== undefined && { companyId }),
      ...(colleaguesOf !== undefined && { AND: await findCompany(tx, colleaguesOf) }),
      ...(leadsOf !== undefined && canLeadWhere(leadsOf || null)),
    }),
  },
  role: {
    model: 'Role',
    where: (_tx: Tx, { companyId }: Filter, { actor }: AuditActor): Prisma.RoleWhereInput => ({
      ...visibleTo(actor),
      ...(companyId !== undefined && { OR: [{ companyId }, { companyId: null }] }),
    }),
  },
  team: {
    model: 'Team',
    where: (_tx: Tx, { companyId }: Filter): Prisma.TeamWhereInput => ({ companyId }),
  },
} as const
export type Named = keyof typeof ENTITIES

async function findCompany(tx: Tx, userId: string): Promise<Prisma.UserWhereInput> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { companyId: true } })
  return user ? { companyId: user.companyId } : { id: { in: [] } }
}

export async function listNames(
  { db }: Services,
  by: AuditActor,
  of: Named,
  { sort, range: asked, filter: given = {} }: NamesInput,
): Promise<Page<Name>> {
  requireOfKey(by.actor, `${of}.list`)
  if (given.leadsOf !== undefined && !canPerform(by.actor, 'company.choose-lead'))
    throw new AppError('forbidden')
  const { from, skip, take } = toSkipTake(asked)
  const q = given.q?.trim() ?? ''
  const column = of === 'company' ? 'nameOut' : 'name'
  const direction = sort?.[0]?.[1] === 'DESC' ? 'desc' : 'asc'
  const orderBy =
    sort?.[0]?.[0] === 'id' ? [{ id: direction } as const] : [{ [column]: direction }, { id: 'asc' } as const]
  const { model, where: toWhere } = ENTITIES[of]
  const page = await db.as(by.actor).read(async (tx) => {
    const own: object = await toWhere(tx, given, by)
    const where = { AND: [q === '' ? {} : { [column]: contains(q) }, { id: { in: given.id } }, own] }
    if (of === 'role' && !given.id && !reachesAllCompanies(by.actor)) {
      // Roles that the caller may grant; the rule is code, so it can't run in the database.
      const offered = await tx.role.findMany({ where, orderBy })
      const rows = offered.filter((role) => canGrantRole(by.actor, role))
      return { rows: rows.slice(skip, skip + take), total: rows.length }
    }
    const table = tableOf<Found>(tx, model)
    const select = { id: true, [column]: true }
    return {
      rows: await table.findMany({ where, orderBy, skip, take, select }),
      total: await table.count({ where }),
    }
  })
  const toName = ({ id: recordId, name = '', nameOut = name }: Found) => ({ id: recordId, name: nameOut })
  return { ...page, rows: page.rows.map(toName), from }
}
