import type { Prisma } from '../../generated/client.ts'

/** Who may be a company's lead: its own users, and administrators; of a company that is yet to be made, only these. */
export const canLeadWhere = (companyId: string | null): Prisma.UserWhereInput => ({
  OR: [{ isAdmin: true }, { role: { userType: 'admin' } }, ...(companyId === null ? [] : [{ companyId }])],
})
