import { LIMITS } from '#domain/limits'
import type { Services } from '../../services.ts'

const BATCH = 200

// Erases expired form sessions with their drafts and files, and sessions with neither draft nor submit after
// LIMITS.untouchedSessionHours, as are those of deleted submissions, and uploads that no submission took.
export async function sweepFormSessions({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<number> {
  const untouchedSince = new Date(Date.now() - LIMITS.untouchedSessionHours * 60 * 60 * 1000)
  await sweepHeld({ db, storage }, untouchedSince)
  let swept = 0
  for (;;) {
    const { sessions, files } = await db.system('maintenance').write(async (tx) => {
      const expired = await tx.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "FormSession" WHERE "submittedAt" IS NULL
          AND (("draft" IS NOT NULL AND "expiresAt" < now()) OR ("draft" IS NULL AND "createdAt" < ${untouchedSince}))
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

async function sweepHeld({ db, storage }: Pick<Services, 'db' | 'storage'>, since: Date): Promise<void> {
  const gone = await db.system('maintenance').write(
    (tx) => tx.$queryRaw<{ storedAs: string }[]>`
      DELETE FROM "Document" WHERE "heldBy" IS NOT NULL AND "createdAt" < ${since} RETURNING "storedAs"`,
  )
  for (const { storedAs } of gone) await storage.remove(storedAs)
}
