import { canGrantRole } from '#domain/grants'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../errors.ts'
import { recordChange } from '../../events/audit/record-change.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { canLeadWhere, checkRoleChange, denied } from './user-rules.ts'
import { roleSelect, type StoredRole, type StoredUser } from './user.ts'

type Place = { companyId: string | null; role: StoredRole | null; teams: string[] }

type Wanted = {
  company?: string | null | undefined
  role?: string | null | undefined
  team?: string[] | undefined
}

/** A change of company removes the user from all teams. @throws AppError invalid_input, forbidden */
export async function resolvePlace(
  tx: Tx,
  actor: Actor,
  user: StoredUser | null,
  wanted: Wanted,
): Promise<Place> {
  const companyId = await resolveCompany(tx, actor, user, wanted.company)
  const role = await resolveRole(tx, actor, user, wanted.role)
  if (role !== null && role.companyId !== null && role.companyId !== companyId) {
    throw fieldError('role', serverMessages.user.roleElsewhere)
  }
  const stays = user !== null && user.companyId === companyId
  const teams =
    wanted.team === undefined
      ? stays
        ? readTeamIds(user)
        : []
      : await resolveTeams(tx, companyId, wanted.team)
  return { companyId, role, teams }
}

export const readTeamIds = (user: StoredUser): string[] => user.teams.map(({ team }) => team.id)

async function resolveCompany(
  tx: Tx,
  actor: Actor,
  user: StoredUser | null,
  wanted: string | null | undefined,
): Promise<string | null> {
  if (!reachesAllCompanies(actor)) {
    if (actor.companyId === null) throw new AppError('forbidden')
    if (wanted && wanted !== actor.companyId) throw fieldError('company', serverMessages.choice.company)
    return actor.companyId
  }
  const companyId = wanted === undefined ? (user?.companyId ?? null) : wanted
  if (companyId === null || companyId !== user?.companyId) {
    const isFixed = user !== null && (actor.apiKey !== null || user.id === actor.userId)
    if (isFixed && companyId !== user.companyId) {
      throw denied('company', serverMessages.user.ownCompany)
    }
    const isThere = companyId === null || (await tx.company.count({ where: { id: companyId } })) === 1
    if (!isThere) throw fieldError('company', serverMessages.choice.company)
  }
  return companyId
}

async function resolveRole(
  tx: Tx,
  actor: Actor,
  user: StoredUser | null,
  wanted: string | null | undefined,
): Promise<StoredRole | null> {
  const before = user?.role ?? null
  if (wanted === undefined || wanted === (before?.id ?? null)) return before
  checkRoleChange(actor, user)
  if (wanted === null) return null
  const role = await tx.role.findUnique({ where: { id: wanted }, select: roleSelect })
  if (role === null) throw fieldError('role', serverMessages.choice.role)
  if (!canGrantRole(actor, role)) throw denied('role', serverMessages.user.roleBeyondYou)
  return role
}

async function resolveTeams(tx: Tx, companyId: string | null, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const found = await tx.team.count({ where: { id: { in: wanted }, companyId } })
  if (found !== wanted.length) throw fieldError('team', serverMessages.user.teams)
  return wanted
}

/** A user who moved leads no team or company that can no longer see them. */
export async function leaveOffices(tx: Tx, by: AuditActor, user: StoredUser): Promise<void> {
  const led = await tx.team.findMany({ where: { leaderId: user.id }, select: { id: true, companyId: true } })
  for (const { id, companyId } of led.filter((team) => team.companyId !== user.companyId)) {
    await tx.team.update({ where: { id }, data: { leaderId: null } })
    await recordChange(tx, by, 'team-updated', { id, companyId }, { leader: user.id }, { leader: null })
  }
  const companies = await tx.company.findMany({ where: { leadId: user.id }, select: { id: true } })
  for (const { id } of companies) {
    if ((await tx.user.count({ where: { id: user.id, ...canLeadWhere(id) } })) > 0) continue
    await tx.company.update({ where: { id }, data: { leadId: null } })
    const company = { id, companyId: id }
    await recordChange(tx, by, 'company-updated', company, { lead: user.id }, { lead: null })
  }
}
