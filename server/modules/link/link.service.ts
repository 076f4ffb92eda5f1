import { serverMessages } from '#domain/messages/server'
import { readAsActor, withActor, type Actor, type Tx } from '../../auth/actor.ts'
import type { Page } from '../../database/cursor.ts'
import { readKeyedPage, toKeys } from '../../database/keyset.ts'
import {
  companyIn,
  contains,
  inDays,
  searchWhere,
  timesWhere,
  type SearchedBy,
} from '../../database/list-query.ts'
import { lockRow } from '../../database/lock-row.ts'
import { fieldError, orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { type LinkRow, type ListInput, type SearchColumn, type UpdateInput } from './link.schema.ts'
import { toRow, rowSelect, snapshot, type StoredLink } from './link-row.ts'

export const listLinks = (services: Services, actor: Actor, input: ListInput): Promise<Page<LinkRow>> =>
  readAsActor(services.db, actor, async (tx) => {
    const { id, companyId, userId, teamId, closed } = input.filter ?? {}
    const search = await searchWhere(tx, input.filter, SEARCHED_BY)
    // A request by id comes from a record that refers to the link, closed or not.
    const isOpenOnly = !(closed ?? id !== undefined)
    const also = await timesWhere(tx, input.filter, companyIn)
    const open = isOpenOnly ? { closedAt: null } : {}
    const where = { id: { in: id }, companyId, userId, teamId, ...open, ...search, AND: also }
    const keys = toKeys(input.sort, { company: 'company.nameIn', user: 'userName' })
    return readKeyedPage(
      input,
      keys,
      ({ beyond, ...cut }) =>
        tx.generatedLink.findMany({ where: { ...where, AND: [also, beyond] }, ...cut, select: rowSelect }),
      () => tx.generatedLink.count({ where }),
      (row) => toRow(services, row),
    )
  })

export const getLink = (services: Services, actor: Actor, id: string): Promise<LinkRow> =>
  withActor(services.db, actor, async (tx) => toRow(services, await stored(tx, id)))

/** Closes a link: open form sessions may still submit, so the row stays. */
export const deleteLink = (services: Services, by: AuditActor, id: string): Promise<LinkRow> =>
  withActor(services.db, by.actor, async (tx) => {
    await lockRow(tx, 'GeneratedLink', id)
    const before = await stored(tx, id)
    if (before.closedAt !== null) return toRow(services, before)
    const row = await tx.generatedLink.update({
      where: { id },
      data: { closedAt: new Date() },
      select: rowSelect,
    })
    await recordChange(tx, by, 'link-closed', row, snapshot(before), snapshot(row))
    return toRow(services, row)
  })

export const updateLink = (
  services: Services,
  by: AuditActor,
  { id, teamId }: UpdateInput,
): Promise<LinkRow> =>
  withActor(services.db, by.actor, async (tx) => {
    await lockRow(tx, 'GeneratedLink', id)
    const before = await stored(tx, id)
    const { companyId } = before
    if (teamId !== null && (await tx.team.count({ where: { id: teamId, companyId } })) === 0)
      throw fieldError('teamId', serverMessages.choice.team)
    const row = await tx.generatedLink.update({ where: { id }, data: { teamId }, select: rowSelect })
    await recordChange(tx, by, 'link-updated', row, snapshot(before), snapshot(row))
    return toRow(services, row)
  })

const stored = async (tx: Tx, id: string): Promise<StoredLink> =>
  orNotFound(await tx.generatedLink.findUnique({ where: { id }, select: rowSelect }))

const SEARCHED_BY: SearchedBy<SearchColumn, Prisma.GeneratedLinkWhereInput> = {
  company: (q) => [{ company: { nameIn: contains(q) } }, { company: { nameOut: contains(q) } }],
  user: (q) => [{ userName: contains(q) }, { userEmail: contains(q) }],
  slug: (q) => [{ slug: contains(q) }],
  createdAt: (_q, days) => inDays(days, (createdAt) => ({ createdAt }), companyIn),
}
