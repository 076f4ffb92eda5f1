import { serverMessages } from '#domain/messages/server'
import { isNarrowed } from '#domain/permissions'
import { AppError, fieldError } from '../../errors.ts'
import { checkFresh, checkReadOnly } from '../record-as-read.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { link, links } from './link.ts'
import type { DeleteInput, LinkRow, ListInput, UpdateInput } from './link.ts'

export function listLinks(services: Services, by: AuditActor, input: ListInput) {
  const { id, closed } = input.filter ?? {}
  // A request by id comes from a record that refers to the link, closed or not.
  const isOpenOnly = !(closed ?? id !== undefined)
  return links.list(services, by, input, isOpenOnly ? { closedAt: null } : {})
}

/** Closes a link: open form sessions may still submit, so the row stays. */
export const deleteLink = (services: Services, by: AuditActor, input: DeleteInput): Promise<LinkRow> =>
  services.db.as(by.actor).write(async (tx) => {
    const before = await links.lock(tx, by.actor, input.id)
    checkFresh(before, input.updatedAt)
    if (before.closedAt !== null) return link.toRow(before, services)
    const row = await links.update(tx, before, { closedAt: new Date() })
    await links.record(tx, by, 'link-closed', [before, row])
    return link.toRow(row, services)
  })

export async function updateLink(services: Services, by: AuditActor, input: UpdateInput): Promise<LinkRow> {
  await checkReadOnly(link.readOnly, input, () => links.get(services, by, input))
  const { updatedAt, team, teamId = team, ...changes } = link.toChanges(input)
  return services.db.as(by.actor).write(async (tx) => {
    const before = await links.lock(tx, by.actor, input.id)
    checkFresh(before, updatedAt)
    // Members of the team see what comes by the link.
    if (teamId !== undefined && teamId !== before.teamId && isNarrowed(by.actor))
      throw new AppError('forbidden', serverMessages.team.ofLink)
    const where = { id: teamId ?? '', companyId: before.companyId }
    if (typeof teamId === 'string' && (await tx.team.count({ where })) === 0)
      throw fieldError('teamId', serverMessages.choice.team)
    const row = await links.update(tx, before, { ...changes, teamId })
    await links.record(tx, by, 'link-updated', [before, row])
    return link.toRow(row, services)
  })
}
