import { asSystem, type Tx } from '../../auth/actor.ts'
import type { KeyRing } from '../../crypto/keys.ts'
import { acceptedKey, addJobSql } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import type { FormLink } from '../form-session/form-link.ts'
import { SESSION_MS } from '../form-session/token.ts'
import { sealTexts, type ApplicationTexts } from './application-record.ts'

/** An application that was found good, ready to be stored. */
export type Application = {
  id: string
  link: FormLink
  texts: ApplicationTexts
  legalName: string
  dbaName: string
  taxIdHash: string | null
  ssnHashes: string[]
  /** the wording that was signed, the company's name in place */
  authorizationText: string
  sender: { ip: string; userAgent: string }
}

type DataKey = { key: Uint8Array; wrapped: Uint8Array }

const USER_AGENT_LENGTH = 400

/**
 * Closes the session, stores the application and queues what follows, in one statement and so in one transaction.
 * The session's documents become the application's, as both carry its id. Answers when it was accepted, or null when
 * the session is closed, expired or was made under another data key meanwhile.
 */
export async function accept(
  { db, keys }: Services,
  application: Application,
  dataKey: DataKey,
): Promise<Date | null> {
  const { id, link, sender } = application
  const sealed = sealTexts(dataKey.key, { id, companyId: link.companyId }, application.texts)
  const expiresAt = new Date(Date.now() + SESSION_MS)
  const job = addJobSql('submission-accepted', { id }, acceptedKey(id))
  const [accepted] = await asSystem(
    db,
    'public-form',
    (client: Tx) => client.$queryRaw<{ createdAt: Date }[]>`
      WITH session AS (
        INSERT INTO "FormSession" AS present
          ("id", "linkId", "companyId", "wrappedKey", "submittedAt", "expiresAt")
        VALUES (${id}, ${link.id}, ${link.companyId}, ${dataKey.wrapped}, now(), ${expiresAt})
        ON CONFLICT ("id") DO UPDATE SET "submittedAt" = now(), "updatedAt" = now(), "draft" = NULL
          WHERE present."submittedAt" IS NULL AND present."expiresAt" > now()
            AND present."wrappedKey" = excluded."wrappedKey"
        RETURNING "id", "companyId", "linkId"
      ), submission AS (
        INSERT INTO "FormSubmission"
          ("id", "companyId", "linkId", "submittedById", "submittedBy", "legalName", "dbaName", "taxIdHash",
           "ssnHashes", "formData", "signatures", "valuesDigest", "authorizationText", "disclaimer", "clientIp",
           "userAgent")
        SELECT "id", "companyId", "linkId", ${link.userId}, ${link.userName}, ${application.legalName},
          ${application.dbaName}, ${application.taxIdHash}, ${application.ssnHashes}::text[], ${sealed.formData},
          ${sealed.signatures}::bytea, ${digestOf(keys, application)}, ${application.authorizationText},
          ${link.disclaimer}, ${sender.ip}, ${sender.userAgent.slice(0, USER_AGENT_LENGTH)}
        FROM session
        RETURNING "createdAt"
      )
      SELECT "createdAt", ${job} IS NULL AS "unqueued" FROM submission`,
  )
  return accepted?.createdAt ?? null
}

/** What was accepted under this session, and whether it was the same; null when nothing was. */
export async function acceptedBefore(
  { db, keys }: Services,
  application: Application,
): Promise<{ createdAt: Date; same: boolean } | null> {
  const row = await asSystem(db, 'public-form', (client) =>
    client.formSubmission.findUnique({
      where: { id: application.id },
      select: { createdAt: true, valuesDigest: true },
    }),
  )
  if (!row) return null
  const { formData, signatures } = application.texts
  const same = keys.verifyMac(row.valuesDigest, 'submission-values', application.id, formData, signatures ?? '')
  return { createdAt: row.createdAt, same }
}

/** Keyed, so that it tells nothing about the answers; the texts are in catalogue order, so equal answers are equal. */
const digestOf = (keys: KeyRing, { id, texts }: Application): Buffer =>
  keys.mac('submission-values', id, texts.formData, texts.signatures ?? '')
