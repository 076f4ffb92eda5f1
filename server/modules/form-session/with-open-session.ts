import { withSystem, type Tx } from '../../auth/actor.ts'
import { formSessionKeyContext } from '../../crypto/contexts.ts'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'
import { withKeyedMutex } from '../../keyed-mutex.ts'
import type { Services } from '../../services.ts'
import type { FormSession } from './form-session.service.ts'
import { expiryAfter } from './token.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config'>

/**
 * Writes under a form session that is still open, in one transaction that holds its row's lock: files are counted one
 * after another, drafts are merged one after another, and nothing is added to what is being submitted. The row is made
 * by the first such write, and each extends its time.
 *
 * @param work is given the session's data key
 * @throws AppError session_expired, conflict once the application was submitted; whatever `work` throws
 */
export const withOpenSession = <T>(
  services: Needs,
  session: FormSession,
  work: (tx: Tx, dataKey: Buffer) => Promise<T>,
): Promise<T> =>
  withKeyedMutex(session.id, () =>
    withSystem(services.db, 'public-form', async (tx) => work(tx, await keepOpen(services, tx, session))),
  )

async function keepOpen({ keys, config }: Needs, tx: Tx, { id, link, row }: FormSession): Promise<Buffer> {
  const context = formSessionKeyContext(id, link.companyId)
  const expiresAt = expiryAfter(config.draftDays)
  const extended = Prisma.sql`SET "expiresAt" = ${expiresAt}, "updatedAt" = now()`
  const isOpen = Prisma.sql`present."submittedAt" IS NULL AND present."expiresAt" > now()`
  // A row that was there and is gone was swept with its files: its session has ended, and is not made again.
  const write = row
    ? Prisma.sql`UPDATE "FormSession" AS present ${extended} WHERE "id" = ${id} AND ${isOpen}`
    : Prisma.sql`
        INSERT INTO "FormSession" AS present ("id", "linkId", "companyId", "wrappedKey", "expiresAt")
        VALUES (${id}, ${link.id}, ${link.companyId}, ${keys.newDataKey(context).wrapped}, ${expiresAt})
        ON CONFLICT ("id") DO UPDATE ${extended} WHERE ${isOpen}`
  const [open] = await tx.$queryRaw<{ wrappedKey: Uint8Array }[]>`${write} RETURNING "wrappedKey"`
  if (open) return keys.unwrap(open.wrappedKey, context)
  const present = await tx.formSession.findUnique({ where: { id }, select: { submittedAt: true } })
  throw present?.submittedAt ? alreadyReceived(present.submittedAt) : new AppError('session_expired')
}

/** What is told to whoever comes with something else after the submit. */
export const alreadyReceived = (at: Date): AppError =>
  new AppError('conflict', ({ form }) => form.received(at.toISOString().slice(0, 10)))
