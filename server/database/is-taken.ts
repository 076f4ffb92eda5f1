import { Prisma } from '../generated/client.ts'

/** Was a write refused because a unique column's value is taken? Prisma's P2002. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
