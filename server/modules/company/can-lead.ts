import type { Prisma } from '../../generated/client.ts'

/** `companyId` null: a company that does not exist yet. */
export const canLeadWhere = (companyId: string | null): Prisma.UserWhereInput => ({
  OR: [{ isAdmin: true }, { role: { userType: 'admin' } }, ...(companyId === null ? [] : [{ companyId }])],
})
