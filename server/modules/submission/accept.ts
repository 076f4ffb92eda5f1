import { LIMITS } from '#domain/limits'
import { asSystem, querySystem } from '../../auth/actor.ts'
import type { KeyRing } from '../../crypto/keys.ts'
import { batching } from '../../database/batching.ts'
import type { Database } from '../../database/db.ts'
import { Prisma } from '../../generated/client.ts'
import { acceptedKey, addJobForEachSql } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import type { FormLink } from '../form-session/form-link.ts'
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
/** Applications in one statement: at their largest they are some 40 MB. */
const BATCH = 25

/**
 * Closes the session, stores the application and queues what follows, in one statement and so in one transaction.
 * The session's documents become the application's, as both carry its id. Answers when it was accepted, or null when
 * the session is closed, expired or was made under another data key meanwhile.
 */
export const accept = (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  application: Application,
  { key, wrapped }: DataKey,
): Promise<Date | null> => {
  const { id, link, texts } = application
  const digest = digestOf(keys, application)
  return acceptingInto(db)({
    application,
    wrapped,
    digest,
    ...sealTexts(key, { id, companyId: link.companyId }, texts),
  })
}

type Sealed = {
  application: Application
  wrapped: Uint8Array
  digest: Uint8Array
  formData: Uint8Array
  signatures: Uint8Array | null
}
type Accepting = (sealed: Sealed) => Promise<Date | null>

const accepting = new WeakMap<Database, Accepting>()

function acceptingInto(db: Database): Accepting {
  const known = accepting.get(db)
  if (known) return known
  const made = batching((batch: Sealed[]) => acceptAll(db, batch), {
    keyOf: ({ application }) => application.id,
    max: BATCH,
  })
  accepting.set(db, made)
  return made
}

async function acceptAll(db: Database, batch: Sealed[]): Promise<(Date | null)[]> {
  const rows = await querySystem<{ id: string; createdAt: Date }>(
    db,
    'public-form',
    Prisma.sql`
      WITH incoming ("id", "linkId", "companyId", "wrappedKey", "submittedById", "submittedBy", "legalName", "dbaName",
        "taxIdHash", "ssnHashes", "formData", "signatures", "valuesDigest", "authorizationText", "disclaimer",
        "clientIp", "userAgent"
      ) AS (VALUES ${Prisma.join(batch.map(valuesOf))}
      ), session AS (
        INSERT INTO "FormSession" AS present
          ("id", "linkId", "companyId", "wrappedKey", "submittedAt", "expiresAt")
        SELECT "id", "linkId", "companyId", "wrappedKey", now(), now() + make_interval(days => ${LIMITS.formSessionDays}::int)
        FROM incoming ORDER BY "id"
        ON CONFLICT ("id") DO UPDATE SET "submittedAt" = now(), "updatedAt" = now(), "draft" = NULL
          WHERE present."submittedAt" IS NULL AND present."expiresAt" > now()
            AND present."wrappedKey" = excluded."wrappedKey"
        RETURNING "id"
      ), submission AS (
        INSERT INTO "FormSubmission"
          ("id", "companyId", "linkId", "submittedById", "submittedBy", "legalName", "dbaName", "taxIdHash",
           "ssnHashes", "formData", "signatures", "valuesDigest", "authorizationText", "disclaimer", "clientIp",
           "userAgent")
        SELECT "id", "companyId", "linkId", "submittedById", "submittedBy", "legalName", "dbaName", "taxIdHash",
          "ssnHashes", "formData", "signatures", "valuesDigest", "authorizationText", "disclaimer", "clientIp",
          "userAgent"
        FROM incoming JOIN session USING ("id")
        RETURNING "id", "createdAt"
      )
      SELECT "id", "createdAt",
        (SELECT count(*)::int FROM ${addJobForEachSql('submission-accepted', acceptedKey, Prisma.sql`submission`)}) AS "jobs"
      FROM submission`,
  )
  const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]))
  return batch.map(({ application }) => createdAt.get(application.id) ?? null)
}

const valuesOf = ({ application, wrapped, digest, formData, signatures }: Sealed): Prisma.Sql => {
  const { id, link, sender } = application
  return Prisma.sql`(${id}::text, ${link.id}::text, ${link.companyId}::text, ${wrapped}::bytea, ${link.userId}::text,
    ${link.userName}::text, ${application.legalName}::text, ${application.dbaName}::text,
    ${application.taxIdHash}::text, ${application.ssnHashes}::text[], ${formData}::bytea, ${signatures}::bytea,
    ${digest}::bytea, ${application.authorizationText}::text, ${link.disclaimer}::text, ${sender.ip}::text,
    ${sender.userAgent.slice(0, USER_AGENT_LENGTH)}::text)`
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
  const same = keys.verifyMac(
    row.valuesDigest,
    'submission-values',
    application.id,
    formData,
    signatures ?? '',
  )
  return { createdAt: row.createdAt, same }
}

/** Keyed, so that it tells nothing about the answers; the texts are in catalogue order, so equal answers are equal. */
const digestOf = (keys: KeyRing, { id, texts }: Application): Buffer =>
  keys.mac('submission-values', id, texts.formData, texts.signatures ?? '')
