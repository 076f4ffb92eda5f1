import { hasSqlState } from '../platform/database/database-error.ts'
import type { Tx } from '../platform/database/db.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { FormSession } from './form-session.service.ts'
import { expiryAfter } from './token.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Names the session by what the form was prefilled with. The page's visitor may change that, so it is left out where
 * another session has it. @returns the session with its row
 */
export async function nameSession(
  services: Pick<Services, 'db' | 'keys' | 'config'>,
  session: FormSession,
  externalId: string,
): Promise<FormSession> {
  const { id, link, row } = session
  const wrapped =
    row?.wrappedKey ?? services.keys.newDataKey(formSessionKeyContext(id, link.companyId)).wrapped
  const expiresAt = expiryAfter(services.config.draftDays)
  const named = Prisma.sql`
    INSERT INTO "FormSession" AS present ("id", "linkId", "companyId", "wrappedKey", "externalId", "expiresAt")
    VALUES (${id}, ${link.id}, ${link.companyId}, ${wrapped}, ${externalId}, ${expiresAt})
    ON CONFLICT ("id") DO UPDATE SET "externalId" = excluded."externalId"
      WHERE present."submittedAt" IS NULL AND present."expiresAt" > now()
    RETURNING "wrappedKey"`
  try {
    const query = services.db.system('public-form').query<{ wrappedKey: Uint8Array }>('name-session', named)
    const [stored] = await query
    return stored
      ? { ...session, row: { submittedAt: null, expiresAt, draftBytes: 0, ...row, ...stored } }
      : session
  } catch (error) {
    if (hasSqlState(error, UNIQUE_VIOLATION)) return session
    throw error
  }
}

type NewSession = {
  id: string
  linkId: string
  companyId: string
  wrappedKey: Uint8Array
  externalId: string | null
  metadata: Uint8Array | null
  told: Uint8Array
  expiresAt: Date
}

/** Removes the external id from unsent sessions of the company. */
export async function freeExternalId(tx: Tx, companyId: string, externalId: string): Promise<void> {
  const where = { companyId, externalId, submittedAt: null }
  await tx.formSession.updateMany({ where, data: { externalId: null } })
}

/** @returns whether no submission has the external id */
export async function addNamedSession(tx: Tx, session: NewSession): Promise<boolean> {
  const { id, linkId, companyId, wrappedKey, externalId, metadata, told, expiresAt } = session
  if (externalId !== null) await freeExternalId(tx, companyId, externalId)
  const added = await tx.$executeRaw`
    INSERT INTO "FormSession"
      ("id", "linkId", "companyId", "wrappedKey", "externalId", "metadata", "told", "expiresAt", "updatedAt")
    VALUES (${id}, ${linkId}, ${companyId}, ${wrappedKey}, ${externalId}, ${metadata}, ${told}, ${expiresAt}, now())
    ON CONFLICT ("externalId", "companyId") WHERE "externalId" IS NOT NULL DO NOTHING`
  return added > 0
}
