import { mayGrantRole } from '#domain/grants'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { contains, stretchOf, type Page } from '../../database/list-query.ts'
import type { Services } from '../../services.ts'
import { mayLead } from '../company/may-lead.ts'
import type { Name, NamesInput } from './names.schema.ts'

/** Ids and names for select boxes, of the own company and nothing else about anybody (decisions section 5). */
export type Named = 'company' | 'user' | 'role' | 'team'

export async function namesOf(
  { db }: Services,
  actor: Actor,
  entity: Named,
  { sort, range, filter }: NamesInput,
): Promise<Page<Name>> {
  const { from, skip, take } = stretchOf(range)
  const direction = sort?.[1] === 'DESC' ? 'desc' : 'asc'
  const asked: Asked = {
    actor,
    q: filter?.q?.trim() ?? '',
    ids: filter?.id,
    companyId: filter?.companyId,
    leadsOf: filter?.leadsOf,
  }
  const page: Paging = { skip, take, direction }
  const { rows, total } = await withActor(db, actor, (tx) => READ[entity](tx, asked, page))
  return { rows, total, from }
}

type Asked = {
  actor: Actor
  q: string
  ids: string[] | undefined
  /** null: what belongs to no company */
  companyId: string | null | undefined
  leadsOf: string | undefined
}
type Paging = { skip: number; take: number; direction: 'asc' | 'desc' }
type Read = (tx: Tx, asked: Asked, page: Paging) => Promise<{ rows: Name[]; total: number }>

const READ: Record<Named, Read> = {
  company: async (tx, { q, ids, companyId }, { skip, take, direction }) => {
    const where = {
      ...(q !== '' && { nameOut: contains(q) }),
      AND: [ids ? { id: { in: ids } } : {}, companyId ? { id: companyId } : {}],
    }
    const rows = await tx.company.findMany({
      where,
      select: { id: true, nameOut: true },
      orderBy: [{ nameOut: direction }, { id: 'asc' }],
      skip,
      take,
    })
    const total = await tx.company.count({ where })
    return { rows: rows.map((row) => ({ id: row.id, name: row.nameOut })), total }
  },

  user: async (tx, { q, ids, companyId, leadsOf }, { skip, take, direction }) => {
    const where = {
      ...(q !== '' && { name: contains(q) }),
      ...(ids ? { id: { in: ids } } : { active: true }),
      ...(companyId !== undefined && { companyId }),
      ...(leadsOf !== undefined && mayLead(leadsOf || null)),
    }
    const rows = await tx.user.findMany({
      where,
      select: { id: true, name: true },
      orderBy: [{ name: direction }, { id: 'asc' }],
      skip,
      take,
    })
    return { rows, total: await tx.user.count({ where }) }
  },

  // Those that the caller may give; roles are few, and whether one may be given is not the database's to tell.
  role: async (tx, { actor, q, ids, companyId }, { skip, take, direction }) => {
    const found = await tx.role.findMany({
      where: {
        ...(q !== '' && { name: contains(q) }),
        ...(ids && { id: { in: ids } }),
        ...(companyId !== undefined && { OR: [{ companyId }, { companyId: null }] }),
      },
      select: { id: true, name: true, userType: true, permissions: true },
      orderBy: [{ name: direction }, { id: 'asc' }],
    })
    const offered = ids ? found : found.filter((role) => mayGrantRole(actor, role))
    const rows = offered.slice(skip, skip + take).map(({ id, name }) => ({ id, name }))
    return { rows, total: offered.length }
  },

  team: async (tx, { q, ids, companyId }, { skip, take, direction }) => {
    const where = {
      ...(q !== '' && { name: contains(q) }),
      ...(ids && { id: { in: ids } }),
      ...(companyId !== undefined && { companyId }),
    }
    const rows = await tx.team.findMany({
      where,
      select: { id: true, name: true },
      orderBy: [{ name: direction }, { id: 'asc' }],
      skip,
      take,
    })
    return { rows, total: await tx.team.count({ where }) }
  },
}
