import { withSystem } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { formSessionKeyContext } from '../../crypto/contexts.ts'
import { withKeyedMutex } from '../../keyed-mutex.ts'
import { removeFiles } from '../../files/remove-files.ts'
import type { Services } from '../../services.ts'
import { findSession, NOTHING_HELD, type SessionState } from './form-session.service.ts'
import { alreadyReceived } from './with-open-session.ts'

/** Ends the session too, so that saves and uploads in progress find it expired. */
export async function discardSession(services: Services, token: string): Promise<SessionState> {
  const { id, link, row } = await findSession(services, token)
  if (row?.submittedAt) throw alreadyReceived(row.submittedAt)
  await throttle(services, 'draftPerSession', id)
  const files = await withKeyedMutex(id, () =>
    withSystem(services.db, 'public-form', async (tx) => {
      const { wrapped } = services.keys.newDataKey(formSessionKeyContext(id, link.companyId))
      // A session without a row gets one; otherwise a late save would create it.
      const ended = await tx.$executeRaw`
        INSERT INTO "FormSession" AS present ("id", "linkId", "companyId", "wrappedKey", "expiresAt")
        VALUES (${id}, ${link.id}, ${link.companyId}, ${wrapped}, 'epoch')
        ON CONFLICT ("id") DO UPDATE SET "draft" = NULL, "expiresAt" = 'epoch', "updatedAt" = now()
          WHERE present."submittedAt" IS NULL`
      if (ended === 0) {
        const present = await tx.formSession.findUnique({ where: { id }, select: { submittedAt: true } })
        if (present?.submittedAt) throw alreadyReceived(present.submittedAt)
      }
      const where = { formSessionId: id }
      const documents = await tx.document.findMany({ where, select: { storedAs: true } })
      await tx.document.deleteMany({ where })
      return documents.map(({ storedAs }) => storedAs)
    }),
  )
  await removeFiles(services, files)
  return NOTHING_HELD
}
