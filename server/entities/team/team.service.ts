import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { isTaken } from '../../platform/database/database-error.ts'
import { lockRows } from '../../platform/database/lock-row.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { checkFresh, checkReadOnly } from '../record-as-read.ts'
import { setTeamMembers } from './memberships.ts'
import { team, teams } from './team.ts'
import type { CreateInput, DeleteInput, TeamRow, UpdateInput } from './team.ts'

export async function createTeam({ db }: Services, by: AuditActor, input: CreateInput): Promise<TeamRow> {
  try {
    return await db.as(by.actor).write(async (tx) => {
      const wanted = [...new Set(input.members)]
      await lockRows(tx, 'User', [...wanted, ...(input.leader ? [input.leader] : [])], 'changes')
      const companyId = await findCompany(tx, by.actor, input.leader ?? null, by.actor.companyId)
      await checkMembers(tx, companyId, wanted)
      const { id } = await tx.team.create({
        data: {
          ...(input.id && { id: input.id.toLowerCase() }),
          name: input.name,
          leaderId: input.leader ?? null,
          companyId,
        },
        select: { id: true },
      })
      await setTeamMembers(tx, by.actor, id, [], wanted)
      const row = await teams.find(tx, by.actor, id)
      await teams.record(tx, by, 'team-created', [null, row])
      return team.toRow(row)
    })
  } catch (error) {
    if (isTaken(error)) throw new AppError('conflict', serverMessages.team.idTaken)
    throw error
  }
}

export async function updateTeam(services: Services, by: AuditActor, input: UpdateInput): Promise<TeamRow> {
  await checkReadOnly(team.readOnly, input, () => teams.get(services, by, input))
  return services.db.as(by.actor).write(async (tx) => {
    const before = await teams.lock(tx, by.actor, input.id)
    checkFresh(before, input.updatedAt)
    const leaderId = input.leader === undefined ? before.leaderId : input.leader
    const members = before.members.map(({ user }) => user.id)
    const wanted = input.members === undefined ? members : [...new Set(input.members)]
    await lockRows(tx, 'User', [...members, ...wanted, ...(leaderId ? [leaderId] : [])], 'changes')
    const companyId = await findCompany(tx, by.actor, leaderId, before.companyId)
    if (input.members !== undefined || companyId !== before.companyId) {
      await checkMembers(tx, companyId, wanted)
    }
    await setTeamMembers(tx, by.actor, before.id, members, wanted)
    const row = await teams.update(tx, before, { name: input.name, leaderId, companyId })
    await teams.record(tx, by, 'team-updated', [before, row])
    return team.toRow(row)
  })
}

export const deleteTeam = ({ db }: Services, by: AuditActor, input: DeleteInput): Promise<TeamRow> =>
  db.as(by.actor).write(async (tx) => {
    const row = await teams.lock(tx, by.actor, input.id)
    checkFresh(row, input.updatedAt)
    const members = row.members.map(({ user }) => user.id)
    await lockRows(tx, 'User', members, 'changes')
    await setTeamMembers(tx, by.actor, row.id, members, [])
    await tx.team.delete({ where: { id: row.id } })
    await teams.record(tx, by, 'team-deleted', [row, null])
    return team.toRow(row)
  })

async function findCompany(
  tx: Tx,
  actor: Actor,
  leaderId: string | null,
  otherwise: string | null,
): Promise<string | null> {
  let companyId = otherwise
  if (leaderId !== null) {
    const leader = await tx.user.findUnique({ where: { id: leaderId }, select: { companyId: true } })
    if (!leader) throw fieldError('leader', serverMessages.choice.user)
    companyId = leader.companyId
  }
  if (companyId === null && !reachesAllCompanies(actor)) throw new AppError('forbidden')
  return companyId
}

async function checkMembers(tx: Tx, companyId: string | null, wanted: string[]): Promise<void> {
  const found = await tx.user.count({ where: { id: { in: wanted }, companyId } })
  if (found !== wanted.length) throw fieldError('members', serverMessages.team.members)
}
