import type { Tx } from '../platform/database/db.ts'
import { AppError, orNotFound } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import { deskSelect, toDesk } from '../submissions/view/submission-desk.ts'
import type { Standing } from './desk.schema.ts'

const select = {
  ...deskSelect.select,
  id: true,
  companyId: true,
  decidedAt: true,
  company: { select: { deskSettings: true } },
} satisfies Prisma.SubmissionDeskSelect

type StoredDesk = Prisma.SubmissionDeskGetPayload<{ select: typeof select }>

export const findDesk = async (tx: Tx, id: string): Promise<StoredDesk> =>
  orNotFound(await tx.submissionDesk.findUnique({ where: { id }, select }))

/** Of concurrent changes of one reading the database takes the first. @throws AppError stale */
export async function changeDesk(
  tx: Tx,
  id: string,
  updatedAt: Date,
  data: Prisma.SubmissionDeskUncheckedUpdateManyInput,
): Promise<void> {
  const { count } = await tx.submissionDesk.updateMany({ where: { id, updatedAt }, data })
  if (count === 0) throw new AppError('stale')
}

export function toStanding(desk: StoredDesk): Standing {
  const { status, statusKey, statusName, statusAt, reason, owner, team, updatedAt } = toDesk({
    desk,
    company: desk.company,
  })
  return { id: desk.id, status, statusKey, statusName, statusAt, reason, owner, team, updatedAt }
}
