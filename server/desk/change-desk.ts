import type { Tx } from '../platform/database/db.ts'
import { AppError, orNotFound } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import type { Listed } from '../submissions/list/columns.ts'
import { findRow, toRow } from '../submissions/list/rows.ts'
import { standing, type Standing } from './desk.schema.ts'

export const findDesk = async (tx: Tx, id: string): Promise<Listed> => orNotFound(await findRow(tx, id))

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

export const toStanding = (desk: Listed): Standing => standing.parse(toRow(desk))
