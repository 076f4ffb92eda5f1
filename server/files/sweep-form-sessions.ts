import { LIMITS } from '#domain/limits'
import { withSystem } from '../auth/actor.ts'
import type { Services } from '../services.ts'

const BATCH = 200

// Erases expired form sessions with their drafts and files, and sessions with neither draft nor submit after
// LIMITS.untouchedSessionHours.
export async function sweepFormSessions({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<number> {
  const untouchedSince = new Date(Date.now() - LIMITS.untouchedSessionHours * 60 * 60 * 1000)
  let swept = 0
  for (;;) {
    const { sessions, files } = await withSystem(db, 'maintenance', async (tx) => {
      const expired = await tx.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "FormSession" WHERE "submittedAt" IS NULL
          AND ("expiresAt" < now() OR ("draft" IS NULL AND "createdAt" < ${untouchedSince}))
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
      const ids = expired.map(({ id }) => id)
      const documents = await tx.document.findMany({
        where: { formSessionId: { in: ids } },
        select: { storedAs: true },
      })
      await tx.document.deleteMany({ where: { formSessionId: { in: ids } } })
      await tx.formSession.deleteMany({ where: { id: { in: ids } } })
      return { sessions: ids.length, files: documents.map((document) => document.storedAs) }
    })
    for (const name of files) await storage.remove(name)
    swept += sessions
    if (sessions < BATCH) return swept
  }
}
