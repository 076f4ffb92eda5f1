import { INPUTS } from '#domain/catalogue/index'
import { LIMITS } from '#domain/limits'
import { addressKey, throttle, throttleBy } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { toVisibleForm } from './form-link.ts'
import { EMPTY_DRAFT, mergeDraft, openDraft, sealDraft, type DraftPatch } from './form-session-draft.ts'
import { findSession, NOTHING_HELD, type SessionState } from './form-session.service.ts'
import { serializeDraftSaves } from './serialize-draft-saves.ts'
import { alreadyReceived, withOpenSession } from './with-open-session.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { withKeyedMutex } from '../lib/keyed-mutex.ts'
import { removeFiles } from '../platform/files/remove-files.ts'

export const saveDraft = (
  services: Services,
  token: string,
  patch: DraftPatch,
  ip: string,
): Promise<{ savedAt: string }> =>
  serializeDraftSaves(services, token, () => mergeIn(services, token, patch, ip))

async function mergeIn(
  services: Services,
  token: string,
  patch: DraftPatch,
  ip: string,
): Promise<{ savedAt: string }> {
  const session = await findSession(services, token)
  if (session.row?.submittedAt) throw alreadyReceived(session.row.submittedAt)
  await throttle(services, 'draftPerSession', session.id)
  // A save writes the whole draft again.
  const bytes = (session.row?.draftBytes ?? 0) + Buffer.byteLength(JSON.stringify(patch))
  await throttleBy(Math.ceil(bytes / 1024), services, 'draftKilobytesPerAddress', addressKey(ip))

  const { id, link } = session
  const form = toVisibleForm(link)
  const place = { id, companyId: link.companyId }
  return withOpenSession(services, session, async (tx, key) => {
    const { draft, signedAt } = await tx.formSession.findUniqueOrThrow({
      where: { id },
      select: { draft: true, signedAt: true },
    })
    const merged = mergeDraft(draft ? openDraft(key, place, draft) : EMPTY_DRAFT, patch, form)
    const sealed = sealDraft(key, place, merged)
    if (sealed.length > LIMITS.draftBytes) throw new AppError('too_large')
    const signed = signedAt ?? (isSigned(patch) ? new Date() : null)
    await tx.formSession.update({
      where: { id },
      data: { draft: sealed, signedAt: signed },
      select: { id: true },
    })
    return { savedAt: merged.savedAt }
  })
}

const isSigned = ({ values }: DraftPatch): boolean =>
  Object.entries(values).some(([name, value]) => value !== '' && INPUTS.get(name)?.kind === 'signature')

/** Ends the session too, so that saves and uploads in progress find it expired. */
export async function discardSession(services: Services, token: string): Promise<SessionState> {
  const { id, link, row } = await findSession(services, token)
  if (row?.submittedAt) throw alreadyReceived(row.submittedAt)
  await throttle(services, 'draftPerSession', id)
  const files = await withKeyedMutex(id, () =>
    services.db.system('public-form').write(async (tx) => {
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
