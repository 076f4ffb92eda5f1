import { withSystem } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { formSessionKeyContext } from '../../crypto/contexts.ts'
import { withKeyedMutex } from '../../keyed-mutex.ts'
import { removeFiles } from '../../files/remove-files.ts'
import type { Services } from '../../services.ts'
import { findSession, type SessionState } from './form-session.service.ts'
import { alreadyReceived } from './with-open-session.ts'

/**
 * Erases what a session holds, draft and files, and ends it: a save or an upload that is still on its way finds it
 * expired, and leaves nothing.
 *
 * @throws AppError session_expired, conflict once the application was submitted, too_many_requests
 */
export async function discardSession(services: Services, token: string): Promise<SessionState> {
  const { id, link, row } = await findSession(services, token)
  if (row?.submittedAt) throw alreadyReceived(row.submittedAt)
  await throttle(services, 'draftPerSession', id)
  const files = await withKeyedMutex(id, () =>
    withSystem(services.db, 'public-form', async (tx) => {
      const { wrapped } = services.keys.newDataKey(formSessionKeyContext(id, link.companyId))
      // A session without a row gets one, or what is on its way would make it.
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
  return { files: [], submittedAt: null, draft: null }
}
