import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { openFileKey, sealForSession } from '../../documents/document-key.ts'
import { holderOf } from '../../documents/upload.service.ts'
import { fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'

const HELD_MS = LIMITS.untouchedSessionHours * 60 * 60 * 1000

type Target = { id: string; companyId: string; key: Uint8Array }

/** Moves uploads under the session, whose key opens them from now on. @throws AppError invalid_input, naming the others */
export async function takeHeldDocuments(
  { keys }: Pick<Services, 'keys'>,
  tx: Tx,
  actor: Actor,
  documentIds: readonly string[],
  { id: formSessionId, companyId, key }: Target,
): Promise<void> {
  const wanted = [...new Set(documentIds)].sort()
  const since = new Date(Date.now() - HELD_MS)
  const held = await tx.$queryRaw<{ id: string; wrappedKey: Uint8Array }[]>`
    SELECT "id", "wrappedKey" FROM "Document"
    WHERE "id" = ANY(${wanted}) AND "heldBy" = ${holderOf(actor)} AND "companyId" = ${companyId}
      AND "createdAt" > ${since}
    ORDER BY "id" FOR UPDATE`
  const missing = wanted.filter((id) => !held.some((document) => document.id === id))
  if (missing.length > 0)
    throw fieldError('documentIds', serverMessages.createSubmission.documents(missing.join(', ')))
  for (const { id, wrappedKey } of held) {
    const row = { id, companyId }
    const sealed = sealForSession(key, row, openFileKey(keys, { ...row, wrappedKey, formSession: null }))
    await tx.document.update({
      where: { id },
      data: { formSessionId, wrappedKey: sealed, heldBy: null },
      select: { id: true },
    })
  }
}
