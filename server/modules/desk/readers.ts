import { canPerform } from '#domain/actions'
import type { Prisma } from '../../generated/client.ts'

/** Active users who may be able to open the company's submissions; `toReaders` keeps those who are. */
export const readersWhere = (companyId: string) =>
  ({
    active: true,
    OR: [{ companyId }, { isAdmin: true }, { role: { userType: 'admin' } }],
  }) satisfies Prisma.UserWhereInput

export const readersSelect = {
  id: true,
  name: true,
  email: true,
  isAdmin: true,
  role: { select: { userType: true, permissions: true } },
} satisfies Prisma.UserSelect

type Row = Prisma.UserGetPayload<{ select: typeof readersSelect }>

export const toReaders = (rows: readonly Row[]): Row[] =>
  rows.filter(({ isAdmin, role }) =>
    canPerform(
      { isAdmin, userType: role?.userType ?? 'user', permissions: role?.permissions ?? [] },
      'submission.list',
    ),
  )
