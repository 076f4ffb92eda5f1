import type { Tx } from '../platform/database/db.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { AppError } from '../errors.ts'
import { Prisma } from '../generated/client.ts'
import { withKeyedMutex } from '../lib/keyed-mutex.ts'
import type { Services } from '../services.ts'
import type { FormSession } from './form-session.service.ts'
import { expiryAfter } from './token.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config'>

/**
 * Holds the row's lock: files are counted and drafts merged one after another, and nothing is added during a
 * submit.
 * @param work gets the session's data key
 */
export const withOpenSession = <T>(
  services: Needs,
  session: FormSession,
  work: (tx: Tx, dataKey: Buffer) => Promise<T>,
): Promise<T> =>
  withKeyedMutex(session.id, () =>
    services.db.system('public-form').write(async (tx) => work(tx, await keepOpen(services, tx, session))),
  )

async function keepOpen(services: Needs, tx: Tx, session: FormSession): Promise<Buffer> {
  const { id, link, row } = session
  const context = formSessionKeyContext(id, link.companyId)
  const wrappedKey = row?.wrappedKey ?? services.keys.newDataKey(context).wrapped
  const [open] = await tx.$queryRaw<{ wrappedKey: Uint8Array }[]>(
    extendSession(services, session, wrappedKey),
  )
  if (open) return services.keys.unwrap(open.wrappedKey, context)
  const present = await tx.formSession.findUnique({ where: { id }, select: { submittedAt: true } })
  throw present?.submittedAt ? alreadyReceived(present.submittedAt) : new AppError('session_expired')
}

/**
 * Statement that locks and extends an open session, or creates its row with this key, and returns "id" and
 * "wrappedKey". Its text depends on whether the session has a row.
 */
export function extendSession(
  { config }: Pick<Services, 'config'>,
  { id, link, row }: FormSession,
  wrappedKey: Uint8Array,
): Prisma.Sql {
  const expiresAt = expiryAfter(config.draftDays)
  const extended = Prisma.sql`SET "expiresAt" = ${expiresAt}, "updatedAt" = now()`
  const isOpen = Prisma.sql`present."submittedAt" IS NULL AND present."expiresAt" > now()`
  // A missing row that existed before was swept with its files; the session is over.
  const write = row
    ? Prisma.sql`UPDATE "FormSession" AS present ${extended} WHERE "id" = ${id} AND ${isOpen}`
    : Prisma.sql`
        INSERT INTO "FormSession" AS present ("id", "linkId", "companyId", "wrappedKey", "expiresAt")
        VALUES (${id}, ${link.id}, ${link.companyId}, ${wrappedKey}, ${expiresAt})
        ON CONFLICT ("id") DO UPDATE ${extended} WHERE ${isOpen}`
  return Prisma.sql`${write} RETURNING "id", "wrappedKey"`
}

export const alreadyReceived = (at: Date): AppError =>
  new AppError('conflict', ({ form }) => form.received(at.toISOString().slice(0, 10)))
