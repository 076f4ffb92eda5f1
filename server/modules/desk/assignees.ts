import { canPerform } from '#domain/actions'
import { companyMoves, parseDeskSettings } from '#domain/desk-settings'
import { hasPermission, reachesAllCompanies } from '#domain/permissions'
import { isDecision, needsReason } from '#domain/submission-status'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { findDesk, toStanding } from './change-desk.ts'
import type { Choices } from './desk.schema.ts'

const named = { id: true, name: true } as const
const orderBy: { name?: 'asc'; id?: 'asc' }[] = [{ name: 'asc' }, { id: 'asc' }]

/** Who can own submissions of the company: its active users who open them, and the provider who asks. */
export async function findAssignees(
  tx: Tx,
  { userId, name, ...actor }: Actor,
  companyId: string,
): Promise<Pick<Choices, 'users' | 'teams'>> {
  const users = await findOwners(tx, { companyId })
  const isProvider = reachesAllCompanies(actor) && !users.some(({ id }) => id === userId)
  const teams = await tx.team.findMany({ where: { companyId }, select: named, orderBy })
  return { users: isProvider ? [{ id: userId, name }, ...users] : users, teams }
}

export async function findOwners(
  tx: Pick<Tx, 'user'>,
  where: Prisma.UserWhereInput,
): Promise<Choices['users']> {
  return (await findReaders(tx, where)).map(({ id, name }) => ({ id, name }))
}

/** Active users who may open submissions. */
export async function findReaders(tx: Pick<Tx, 'user'>, where: Prisma.UserWhereInput) {
  const users = await tx.user.findMany({
    where: { ...where, active: true },
    select: {
      ...named,
      email: true,
      companyId: true,
      isAdmin: true,
      role: { select: { userType: true, permissions: true } },
    },
    orderBy,
  })
  return users
    .map(({ role, ...user }) => ({ ...user, ...(role ?? NO_ROLE) }))
    .filter((user) => hasPermission(user, 'page:forms'))
}

const NO_ROLE = { userType: 'user', permissions: [] } as const

export const listChoices = ({ db }: Pick<Services, 'db'>, actor: Actor, id: string): Promise<Choices> =>
  withActor(db, actor, async (tx) => {
    const desk = await findDesk(tx, id)
    const settings = parseDeskSettings(desk.company.deskSettings)
    const canDecide = canPerform(actor, 'submission.decide')
    const moves = companyMoves(settings, desk).filter(({ status }) => canDecide || !isDecision(status))
    return {
      ...toStanding(desk),
      moves: moves.map(({ key, name, status }) => ({
        key,
        name,
        status,
        reasons: needsReason(status)
          ? settings.reasons[status].flatMap((reason) =>
              reason.retired ? [] : [{ key: reason.key, name: reason.name }],
            )
          : [],
      })),
      ...(await findAssignees(tx, actor, desk.companyId)),
    }
  })
