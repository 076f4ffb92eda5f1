import { canPerform } from '#domain/actions'
import { canGrantRole } from '#domain/grants'
import { reachesAllCompanies } from '#domain/permissions'
import { readAsActor, type Actor, type Tx } from '../../auth/actor.ts'
import { requireOfKey } from '../../auth/guards.ts'
import { toSkipTake, type Page } from '../../database/cursor.ts'
import { contains } from '../../database/list-query.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { canLeadWhere } from '../company/can-lead.ts'
import { visibleTo } from '../role/role-rules.ts'
import type { Name, NamesInput } from './names.schema.ts'

export type Named = 'company' | 'user' | 'role' | 'team'

export async function listNames(
  { db }: Services,
  actor: Actor,
  entity: Named,
  { sort, range, filter }: NamesInput,
): Promise<Page<Name>> {
  requireOfKey(actor, `${entity}.list`)
  if (filter?.leadsOf !== undefined && !canPerform(actor, 'company.choose-lead'))
    throw new AppError('forbidden')
  const { from, skip, take } = toSkipTake(range)
  const direction = sort?.[0]?.[1] === 'DESC' ? 'desc' : 'asc'
  const asked: Asked = {
    actor,
    q: filter?.q?.trim() ?? '',
    ids: filter?.id,
    companyId: filter?.companyId,
    colleaguesOf: filter?.colleaguesOf,
    leadsOf: filter?.leadsOf,
  }
  const byId = sort?.[0]?.[0] === 'id' ? [{ id: direction } as const] : null
  const page: Paging = { skip, take, direction, byId }
  const { rows, total } = await readAsActor(db, actor, (tx) => READ[entity](tx, asked, page))
  return { rows, total, from }
}

type Asked = {
  actor: Actor
  q: string
  ids: string[] | undefined
  companyId: string | null | undefined
  colleaguesOf: string | undefined
  leadsOf: string | undefined
}
type Paging = { skip: number; take: number; direction: 'asc' | 'desc'; byId: { id: 'asc' | 'desc' }[] | null }
type Read = (tx: Tx, asked: Asked, page: Paging) => Promise<{ rows: Name[]; total: number }>

const named = ({ id, name }: Name): Name => ({ id, name })

const READ: Record<Named, Read> = {
  company: async (tx, { q, ids, companyId }, { skip, take, direction, byId }) => {
    const where = {
      ...(q !== '' && { nameOut: contains(q) }),
      AND: [ids ? { id: { in: ids } } : {}, companyId ? { id: companyId } : {}],
    }
    const rows = await tx.company.findMany({
      where,
      select: { id: true, nameOut: true },
      orderBy: byId ?? [{ nameOut: direction }, { id: 'asc' }],
      skip,
      take,
    })
    const total = await tx.company.count({ where })
    return { rows: rows.map((row) => ({ id: row.id, name: row.nameOut })), total }
  },

  user: async (tx, { actor, q, ids, companyId, colleaguesOf, leadsOf }, { skip, take, direction, byId }) => {
    const where = {
      // Row-level security narrows to it as well, but without an index.
      ...(!reachesAllCompanies(actor) && { companyId: actor.companyId }),
      ...(q !== '' && { name: contains(q) }),
      ...(ids ? { id: { in: ids } } : { active: true }),
      ...(companyId !== undefined && { companyId }),
      ...(colleaguesOf !== undefined && { AND: await findCompany(tx, colleaguesOf) }),
      ...(leadsOf !== undefined && canLeadWhere(leadsOf || null)),
    }
    const rows = await tx.user.findMany({
      where,
      select: { id: true, name: true },
      orderBy: byId ?? [{ name: direction }, { id: 'asc' }],
      skip,
      take,
    })
    return { rows, total: await tx.user.count({ where }) }
  },

  role: async (tx, { actor, q, ids, companyId }, { skip, take, direction, byId }) => {
    const where = {
      ...visibleTo(actor),
      ...(q !== '' && { name: contains(q) }),
      ...(ids && { id: { in: ids } }),
      ...(companyId !== undefined && { OR: [{ companyId }, { companyId: null }] }),
    }
    const select = { id: true, name: true, userType: true, permissions: true }
    const orderBy: Prisma.RoleOrderByWithRelationInput[] = byId ?? [{ name: direction }, { id: 'asc' }]
    if (ids || reachesAllCompanies(actor)) {
      const rows = await tx.role.findMany({ where, select, orderBy, skip, take })
      return { rows: rows.map(named), total: await tx.role.count({ where }) }
    }
    // Roles that the caller may grant; the rule is code, so it can't run in the database.
    const offered = (await tx.role.findMany({ where, select, orderBy })).filter((role) =>
      canGrantRole(actor, role),
    )
    return { rows: offered.slice(skip, skip + take).map(named), total: offered.length }
  },

  team: async (tx, { q, ids, companyId }, { skip, take, direction, byId }) => {
    const where = {
      ...(q !== '' && { name: contains(q) }),
      ...(ids && { id: { in: ids } }),
      ...(companyId !== undefined && { companyId }),
    }
    const rows = await tx.team.findMany({
      where,
      select: { id: true, name: true },
      orderBy: byId ?? [{ name: direction }, { id: 'asc' }],
      skip,
      take,
    })
    return { rows, total: await tx.team.count({ where }) }
  },
}

async function findCompany(tx: Tx, id: string): Promise<Prisma.UserWhereInput> {
  const user = await tx.user.findUnique({ where: { id }, select: { companyId: true } })
  return user ? { companyId: user.companyId } : { id: { in: [] } }
}
