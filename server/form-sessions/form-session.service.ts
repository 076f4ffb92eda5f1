import { isSharedDevice } from '#domain/applicant-settings'
import { addressKey, throttle } from '../auth/throttle.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { AppError } from '../errors.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { isReceiptRevoked } from '../applicant/applicant-link.ts'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import { uploadedFile, uploadedFileListing, type UploadedFile } from '../documents/uploaded-file.ts'
import { findFormLink, toVisibleForm, openFormLink, type FormLink, type FormSessionRow } from './form-link.ts'
import { draftAnswer, openDraft, type DraftAnswer } from './form-session-draft.ts'
import { serializeDraftSaves } from './serialize-draft-saves.ts'
import { isStale, makeToken, verifyToken } from './token.ts'
import { batching } from '../platform/database/batching.ts'
import { perDatabase } from '../platform/database/per-database.ts'

const counting = perDatabase((db) =>
  batching(
    async (linkIds: string[]) => {
      await db.system('public-form').query(
        'count-opened',
        Prisma.sql`
          INSERT INTO "SubmissionChange" ("companyId", "after")
          SELECT l."companyId", (l."id", NULL, NULL, NULL, now(), NULL, NULL, NULL, NULL, NULL, NULL)::intake_counted
          FROM unnest(${linkIds}::text[]) AS opened ("linkId") JOIN "GeneratedLink" l ON l."id" = opened."linkId"`,
      )
      return linkIds
    },
    { max: 500 },
  ),
)

/** The applicant doesn't wait for it; a crash may lose the last ones. */
function countOpened({ db, log }: Pick<Services, 'db' | 'log'>, linkId: string): void {
  counting(db)(linkId).catch((err: unknown) => log.warn({ err }, 'could not count an opened link'))
}

export type FormSession = { id: string; link: FormLink; row: FormSessionRow | null }

export async function initializeSession(services: Services, slug: string, ip: string): Promise<string> {
  await throttle(services, 'sessionPerAddress', addressKey(ip))
  const { id } = await openFormLink(services, slug)
  countOpened(services, id)
  return makeToken(services.keys, id)
}

export async function findSession(
  services: Pick<Services, 'db' | 'keys' | 'config'>,
  token: string,
): Promise<FormSession> {
  const claim = verifyToken(services.keys, token)
  const found = claim && (await findFormLink(services, { linkId: claim.linkId, sessionId: claim.id }))
  if (!found || hasExpired(services, claim.id, found.session)) throw new AppError('session_expired')
  return { id: claim.id, link: found.link, row: found.session }
}

/** An accepted application stays known by its session, so that a retry gets its answer. */
const hasExpired = ({ config }: Pick<Services, 'config'>, id: string, row: FormSessionRow | null): boolean =>
  row ? row.submittedAt === null && row.expiresAt.getTime() <= Date.now() : isStale(id, config.draftDays)

export type SessionState = {
  files: UploadedFile[]
  submittedAt: string | null
  /** null until the application is submitted, once its receipt is ended, and where devices are shared */
  receiptToken: string | null
  /** when another device took the draft */
  movedAt: string | null
  draft: DraftAnswer | null
}

export const NOTHING_HELD: SessionState = {
  files: [],
  submittedAt: null,
  receiptToken: null,
  movedAt: null,
  draft: null,
}

const lastMove = {
  where: { purpose: 'move', usedAt: { not: null } },
  orderBy: { usedAt: 'desc' },
  take: 1,
  select: { usedAt: true },
} satisfies Prisma.FormSession$applicantLinksArgs

/** Waits for earlier saves, as a reload follows shortly after the page's last save. */
export const sessionState = (services: Services, token: string): Promise<SessionState> =>
  serializeDraftSaves(services, token, () => readState(services, token))

async function readState(services: Services, token: string): Promise<SessionState> {
  const session = await findSession(services, token)
  const { id, row } = session
  if (!row) return NOTHING_HELD
  const { held, isEnded } = await services.db.system('public-form').read(async (client) => ({
    held: await client.formSession.findUnique({
      where: { id },
      select: {
        wrappedKey: true,
        draft: true,
        submittedAt: true,
        documents: { ...uploadedFileListing, where: { unlockedFrom: null } },
        applicantLinks: lastMove,
      },
    }),
    isEnded: row.submittedAt !== null && (await isReceiptRevoked(client, id)),
  }))
  if (!held) throw new AppError('session_expired')
  const isHidden = isEnded || (held.submittedAt !== null && isSharedDevice(session.link))
  return {
    files: isHidden ? [] : held.documents.map((document) => uploadedFile(services, document)),
    submittedAt: held.submittedAt?.toISOString() ?? null,
    receiptToken: held.submittedAt && !isHidden ? makeReceiptToken(services.keys, id) : null,
    movedAt: held.applicantLinks[0]?.usedAt?.toISOString() ?? null,
    draft: held.draft && openSessionDraft(services, session, held.wrappedKey, held.draft),
  }
}

function openSessionDraft(
  { keys }: Services,
  { id, link }: FormSession,
  wrappedKey: Uint8Array,
  sealed: Uint8Array,
): DraftAnswer {
  const key = keys.unwrap(wrappedKey, formSessionKeyContext(id, link.companyId))
  return draftAnswer(openDraft(key, { id, companyId: link.companyId }, sealed), toVisibleForm(link))
}
