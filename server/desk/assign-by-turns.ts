import type { Tx } from '../platform/database/db.ts'
import { lockDesk, lockRow } from '../platform/database/lock-row.ts'
import { recordEvents, SYSTEM } from '../events/record-event.ts'
import { assignment, findOwners } from './assignees.ts'

/** Gives a submission to the team of its link, and to its active member who has waited longest. */
export async function assignByTurns(tx: Tx, id: string): Promise<void> {
  // Keeps an owner who was set meanwhile.
  await lockDesk(tx, id)
  const desk = await tx.submissionDesk.findUnique({
    where: { id, ownerId: null, teamId: null },
    select: {
      companyId: true,
      link: { select: { team: { select: { id: true, name: true, companyId: true } } } },
    },
  })
  const team = desk?.link.team
  if (!desk || !team || team.companyId !== desk.companyId) return
  await lockRow(tx, 'Team', team.id)
  const { companyId } = desk
  const owners = await findOwners(tx, { companyId, teams: { some: { teamId: team.id } } })
  const turns = await tx.teamMember.findMany({
    where: { teamId: team.id },
    orderBy: [{ assignedAt: { sort: 'asc', nulls: 'first' } }, { userId: 'asc' }],
    select: { userId: true },
  })
  const owner = turns.flatMap(({ userId }) => owners.filter((each) => each.id === userId))[0]
  if (owner)
    await tx.teamMember.updateMany({
      where: { teamId: team.id, userId: owner.id },
      data: { assignedAt: new Date() },
    })
  await tx.submissionDesk.update({
    where: { id },
    data: { teamId: team.id, ...(owner && { ownerId: owner.id, ownerName: owner.name }) },
    select: { id: true },
  })
  const told = owner ? [owner.id] : []
  await recordEvents(
    tx,
    assignment({ companyId, actor: SYSTEM, ip: '' }, id, { owner: owner ?? null, team }, { told }),
  )
}
