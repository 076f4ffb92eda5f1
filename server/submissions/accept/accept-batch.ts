import { STATEMENT_TYPE } from '#domain/files'
import type { Language } from '#domain/language'
import type { QueryResultRow } from 'pg'
import { Prisma } from '../../generated/client.ts'
import type { ActorKind } from '#domain/webhook-events'
import { submissionEventsSql } from '../../events/record-event.ts'
import { addAcceptedJobsSql, addTracedJobsSql } from '../../platform/queue/add-job.ts'
import type { FormLink } from '../../form-sessions/form-link.ts'
import { type SubmissionTexts, type ClearColumns, sealTexts } from './sealed-submission.ts'
import { type KeyedColumns, matchesDigest } from './keyed-columns.ts'
import { batching } from '../../platform/database/batching.ts'
import { perDatabase } from '../../platform/database/per-database.ts'
import { observe, tracing } from '../../observe.ts'
import type { Services } from '../../services.ts'

export type Sender = { ip: string; userAgent: string; language: Language }

export type NewSubmission = {
  id: string
  link: FormLink
  texts: SubmissionTexts
  clear: ClearColumns
  keyed: KeyedColumns
  authorizationText: string
  sender: Sender
}

export type Sealed = {
  submission: NewSubmission
  wrapped: Uint8Array
  formData: Uint8Array
  signatures: Uint8Array | null
  signing: Uint8Array | null
  /** of the request, while traces are on */
  traceparent: string | undefined
}

type Query = <Row extends QueryResultRow>(name: string, statement: Prisma.Sql) => Promise<Row[]>

/**
 * One statement for applications of different sessions. Each text column is an array; all bytes travel as
 * one value that is cut up in SQL, as arrays of bytes would travel as text. Null: the session was not open
 * under that key.
 */
export async function acceptAll(
  query: Query,
  batch: Sealed[],
  sentBy: ActorKind = 'applicant',
): Promise<(Date | null)[]> {
  const column = (of: (submission: NewSubmission) => string | null) =>
    Prisma.sql`${batch.map(({ submission }) => of(submission))}::text[]`
  const amount = (of: (submission: NewSubmission) => number | null) =>
    Prisma.sql`${batch.map(({ submission }) => of(submission))}::float8[]`
  const traced = batch.flatMap(({ submission: { id }, traceparent }) =>
    traceparent ? [[id, traceparent]] : [],
  )
  const [name, jobs] =
    traced.length === 0
      ? ['accept-applications', addAcceptedJobsSql(accepted)]
      : ['accept-applications-traced', addTracedJobsSql(accepted, Object.fromEntries(traced))]
  const bytes = new Packed()
  const wrappedKey = bytes.column(batch.map(({ wrapped }) => wrapped))
  const formData = bytes.column(batch.map((sealed) => sealed.formData))
  const signatures = bytes.column(batch.map((sealed) => sealed.signatures))
  const signing = bytes.column(batch.map((sealed) => sealed.signing))
  const digest = bytes.column(batch.map(({ submission }) => submission.keyed.valuesDigest))

  const rows = await query<{ id: string; createdAt: Date }>(
    name,
    Prisma.sql`
      WITH packed ("bytes") AS (SELECT ${bytes.all()}::bytea
      ), incoming AS (
        SELECT *,
          ${cut('wrappedKey')} AS "wrappedKey", ${cut('formData')} AS "formData",
          ${cut('signatures')} AS "signatures", ${cut('signing')} AS "signing",
          ${cut('digest')} AS "valuesDigest"
        FROM unnest(
          ${column(({ id }) => id)}, ${column(({ link }) => link.id)}, ${column(({ link }) => link.companyId)},
          ${column(({ link }) => link.userId)}, ${column(({ link }) => link.userName)},
          ${column(({ clear }) => clear.legalName)}, ${column(({ clear }) => clear.dbaName)},
          ${column(({ clear }) => clear.state)}, ${column(({ clear }) => clear.advanceAmount)},
          ${column(({ clear }) => clear.sales)}, ${amount(({ clear }) => clear.amountRequested)},
          ${amount(({ clear }) => clear.monthlySales)},
          ${column(({ keyed }) => keyed.taxIdHash)}, ${column(({ keyed }) => keyed.ssnHashes.join(' '))},
          ${column(({ keyed }) => keyed.ownerHashes)},
          ${column(({ authorizationText }) => authorizationText)}, ${column(({ link }) => link.disclaimer)},
          ${column(({ sender }) => sender.ip)}, ${column(({ sender }) => sender.userAgent)},
          ${column(({ sender }) => sender.language)},
          ${wrappedKey}, ${formData}, ${signatures}, ${signing}, ${digest}
        ) AS row ("id", "linkId", "companyId", "submittedById", "submittedBy", "legalName", "dbaName", "state",
          "advanceAmount", "sales", "amountRequested", "monthlySales", "taxIdHash", "ssns", "owners", "authorizationText", "disclaimer", "clientIp", "userAgent", "language", "wrappedKeyAt", "wrappedKeyLength",
          "formDataAt", "formDataLength", "signaturesAt", "signaturesLength", "signingAt", "signingLength", "digestAt", "digestLength")
        -- With an unknown limit PostgreSQL expects one row, not ten, of a plan for any values, and keeps that plan: to plan
        -- each time took as long as to run it.
        LIMIT ${BATCH}::bigint
      ), session AS (
        INSERT INTO "FormSession" AS present
          ("id", "linkId", "companyId", "wrappedKey", "signedAt", "submittedAt", "expiresAt")
        SELECT "id", "linkId", "companyId", "wrappedKey", CASE WHEN "signatures" IS NOT NULL THEN now() END, now(), now()
        FROM incoming ORDER BY "id"
        ON CONFLICT ("id") DO UPDATE SET "submittedAt" = now(), "updatedAt" = now(), "draft" = NULL,
          "signedAt" = coalesce(present."signedAt", excluded."signedAt")
          WHERE present."submittedAt" IS NULL AND present."expiresAt" > now()
            AND present."wrappedKey" = excluded."wrappedKey"
        RETURNING "id", "externalId"
      ), submission AS (
        INSERT INTO "FormSubmission"
          ("id", "companyId", "linkId", "taxIdHash", "ssnHashes", "formData", "signatures", "signing", "valuesDigest", "authorizationText", "disclaimer", "clientIp",
           "userAgent", "language")
        SELECT "id", "companyId", "linkId", "taxIdHash", string_to_array("ssns", ' '), "formData", "signatures", "signing", "valuesDigest", "authorizationText", "disclaimer",
          "clientIp", "userAgent", "language"
        FROM incoming JOIN session USING ("id")
        RETURNING "id", "companyId", "createdAt"
      ), event AS (${submissionEventsSql('submission-created', Prisma.sql`submission`, sentBy)}
      ), desk AS (
        INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "submittedById", "submittedBy", "createdAt", "legalName",
          "dbaName", "state", "advanceAmount", "sales", "amountRequested", "monthlySales", "statusAt", "updatedAt",
          "ownerHashes", "externalId", "documentCount", "undatedStatements", "statementMonths")
        SELECT "id", incoming."companyId", "linkId", "submittedById", "submittedBy", "createdAt", "legalName", "dbaName", "state",
          "advanceAmount", "sales", "amountRequested", "monthlySales", "createdAt", "createdAt", "owners"::bigint[], "externalId", file.*
        FROM incoming JOIN submission USING ("id") JOIN session USING ("id") CROSS JOIN LATERAL (
          SELECT count(*), count(*) FILTER (WHERE "documentType" = ${STATEMENT_TYPE}::text AND "statementMonth" IS NULL),
            coalesce(array_agg(DISTINCT "statementMonth") FILTER (WHERE "statementMonth" IS NOT NULL), '{}')
          FROM "Document" WHERE "formSessionId" = incoming."id" AND "unlockedFrom" IS NULL
        ) AS file
      )
      SELECT "id", "createdAt", (SELECT ${jobs}) AS "jobs" FROM submission`,
  )
  const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]))
  return batch.map(({ submission }) => createdAt.get(submission.id) ?? null)
}

const accepted = Prisma.sql`(SELECT array_agg("id") FROM submission)`

const cut = (name: 'wrappedKey' | 'formData' | 'signatures' | 'signing' | 'digest'): Prisma.Sql =>
  Prisma.raw(`substring((SELECT "bytes" FROM packed) FROM "${name}At" FOR "${name}Length")`)

/** Joins columns of bytes into one value and keeps where each cell begins (from 1) and how long it is. */
class Packed {
  readonly #parts: Uint8Array[] = []
  #length = 0

  column(cells: (Uint8Array | null)[]): Prisma.Sql {
    const at = cells.map((cell) => {
      const start = this.#length + 1
      if (cell) this.#parts.push(cell)
      this.#length += cell?.length ?? 0
      return start
    })
    // A null length makes substring return NULL.
    return Prisma.sql`${at}::int[], ${cells.map((cell) => cell?.length ?? null)}::int[]`
  }

  all(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

type DataKey = { key: Uint8Array; wrapped: Uint8Array }

/** At their largest they are some 40 MB. */
const BATCH = 25

/**
 * Stores the submission, closes its session and queues the next job in one transaction.
 * @returns null when the session is closed, expired or has another data key
 */
export const accept = (
  { db }: Pick<Services, 'db'>,
  submission: NewSubmission,
  { key, wrapped }: DataKey,
): Promise<Date | null> => {
  const isFailure = (createdAt: Date | null) => createdAt === null
  return observe({ kind: 'submission', name: 'accept', isFailure }, () =>
    acceptingInto(db)(sealSubmission(submission, { key, wrapped })),
  )
}

export const sealSubmission = (submission: NewSubmission, { key, wrapped }: DataKey): Sealed => {
  const { id, link, texts } = submission
  const sealed = sealTexts(key, { id, companyId: link.companyId }, texts)
  return { submission, wrapped, ...sealed, traceparent: tracing.traceparent() }
}

const acceptingInto = perDatabase((db) =>
  batching((batch: Sealed[]) => acceptAll(db.system('public-form').query, batch), {
    keyOf: ({ submission }) => submission.id,
    max: BATCH,
  }),
)

export async function acceptedBefore(
  { db, keys }: Services,
  submission: NewSubmission,
): Promise<{ createdAt: Date; same: boolean } | null> {
  const row = await db.system('public-form').read((client) =>
    client.formSubmission.findUnique({
      where: { id: submission.id },
      select: { createdAt: true, valuesDigest: true },
    }),
  )
  if (!row) return null
  const same = matchesDigest(keys, row.valuesDigest, submission.id, submission.texts)
  return { createdAt: row.createdAt, same }
}
