import { deskServerMessages } from '#domain/messages/server-desk'
import { withActor } from '../../auth/actor.ts'
import { fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { findAssignees } from './assignees.ts'
import { changeDesk, findDesk, toStanding } from './change-desk.ts'
import type { OwnerInput, Standing } from './desk.schema.ts'

/** Undefined leaves the owner or the team as it is. @throws AppError not_found, stale, invalid_input */
export const setOwner = (
  { db }: Pick<Services, 'db'>,
  by: AuditActor,
  { id, userId, teamId, updatedAt }: OwnerInput,
): Promise<Standing> =>
  withActor(db, by.actor, async (tx) => {
    const desk = await findDesk(tx, id)
    checkFresh(desk, updatedAt)
    const { users, teams } = await findAssignees(tx, by.actor, desk.companyId)
    const owner = userId ? users.find((user) => user.id === userId) : null
    if (owner === undefined) throw fieldError('userId', deskServerMessages.owner)
    const team = teamId ? teams.find((each) => each.id === teamId) : null
    if (team === undefined) throw fieldError('teamId', deskServerMessages.team)
    await changeDesk(tx, id, desk.updatedAt, {
      ...(userId !== undefined && { ownerId: owner?.id ?? null, ownerName: owner?.name ?? '' }),
      ...(teamId !== undefined && { teamId: team?.id ?? null }),
    })
    const after = toStanding(await findDesk(tx, id))
    await recordAuditIn(tx, {
      companyId: desk.companyId,
      actor: by.actor,
      ip: by.ip,
      act: 'submission-owner-changed',
      objectType: 'submission',
      objectId: id,
      detail: { owner: after.owner?.name ?? null, team: after.team?.name ?? null },
    })
    return after
  })
