import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { toClearColumns } from '../../../modules/submission/clear-columns.ts'
import { authorizationFor } from '#domain/authorization-text'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { ROLE_PRESETS } from '#domain/permissions'
import { US_STATES } from '#domain/us-states'
import { emailKey } from '../../../auth/email-key.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { formSessionKeyContext } from '../../../crypto/contexts.ts'
import type { KeyRing } from '../../../crypto/keys.ts'
import { readKeyRing } from '../../../crypto/main-key.ts'
import { openPools, systemUrl } from '../../../database/db.ts'
import { ownerHashes } from '../../../modules/submission/owner-words.ts'
import { toSubmissionTexts, sealTexts } from '../../../modules/submission/sealed-submission.ts'
import { applicantName, businessName, personName, taxIdOf, tradingName } from './words.ts'

export type Size = { submissions: number; companies: number; users: number }

export const PASSWORD = 'bench-password-1'
export const SIGN_IN = { large: 'large@example.com', small: 'small@example.com' } as const

/** How many submissions the smaller of the two companies has that somebody signs in for; the larger has half of all. */
const SMALL = 50
const BATCH = 2_500
const DAY_MS = 24 * 60 * 60 * 1000

type Person = { id: string; name: string; email: string; companyId: string; roleId: string }
type Broker = { id: string; name: string; linkId: string; people: Person[] }

/**
 * Companies, users and real, readable applications of the product's own making, and statistics on them, as
 * autovacuum would have made them. The first company has half of all submissions, the second 50.
 *
 * @param url the application's role, on a database that a server was started on with this main key
 */
export async function fill(url: string, mainKey: Buffer, size: Size): Promise<void> {
  const keys = await readServerKeys(url, mainKey)
  const client = new pg.Client({ connectionString: systemUrl(url) })
  await client.connect()
  try {
    const brokers = makeBrokers(size)
    await insertBrokers(client, brokers)
    await client.query('SET synchronous_commit = off')
    const rebuildIndexes = await dropIndexes(client, [
      'FormSession',
      'FormSubmission',
      'SubmissionDesk',
      'SubmissionOwner',
    ])
    let inserted: Promise<unknown> = Promise.resolve()
    for (let from = 0; from < size.submissions; from += BATCH) {
      const count = Math.min(BATCH, size.submissions - from)
      const numbers = Array.from({ length: count }, (_, index) => from + index)
      const rows = numbers.map((number) => submission(keys, brokerOf(brokers, number, size), number, size))
      // PostgreSQL inserts one batch while Node encrypts the next.
      await inserted
      inserted = insertSubmissions(client, keys, rows)
      // Triggers keep the plans of their statements, and their tables are empty at first.
      if (from === 0) inserted = inserted.then(() => client.query('ANALYZE'))
    }
    await inserted
    await client.query(WORKED_ON)
    await rebuildIndexes()
    await client.query('VACUUM (FULL) "SubmissionDesk"')
    await client.query('VACUUM (ANALYZE)')
  } finally {
    await client.end()
  }
}

/** The desk has worked on nine in ten: by status, owner, documents and months. */
const WORKED_ON = `
  UPDATE "SubmissionDesk" AS desk SET
    "status" = worked."status", "statusKey" = worked."status"::text, "ownerId" = worked."ownerId",
    "ownerName" = coalesce(worked."name", ''), "documentCount" = worked."number" % 6,
    "statusAt" = desk."createdAt" + (worked."number" % 20) * interval '1 day',
    "decidedAt" = CASE WHEN worked."status" >= 'approved' THEN desk."createdAt" + (worked."number" % 20) * interval '1 day' END,
    "fundedAt" = CASE WHEN worked."status" = 'funded' THEN desk."createdAt" + (worked."number" % 20 + 1) * interval '1 day' END
  FROM (
    SELECT d."id", "number", person."id" AS "ownerId", person."name",
      (enum_range(NULL::"SubmissionStatus"))[1 + "number" % 8] AS "status"
    FROM (SELECT "id", "companyId", ('x' || substr(md5("id"), 1, 7))::bit(28)::int AS "number" FROM "SubmissionDesk") AS d
    LEFT JOIN LATERAL (SELECT "id", "name" FROM "User" u WHERE u."companyId" = d."companyId" AND "number" % 3 > 0
      ORDER BY "id" LIMIT 1) AS person ON TRUE
    WHERE "number" % 10 > 0
  ) AS worked WHERE worked."id" = desk."id"`

/** Building an index over all rows takes a fraction of adding each row to it. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables.map((table) => `"${table}"`)],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

async function readServerKeys(databaseUrl: string, encryptionKey: Buffer): Promise<KeyRing> {
  const db = openPools(databaseUrl)
  try {
    return await readKeyRing({ encryptionKey, previousEncryptionKey: null, databaseUrl, dataDir: '' }, db)
  } finally {
    await db.close()
  }
}

function makeBrokers(size: Size): Broker[] {
  const brokers = Array.from({ length: size.companies }, (_, number): Broker => ({
    id: randomUUID(),
    name: `${businessName(number * 13)} Funding`,
    linkId: randomUUID(),
    people: [],
  }))
  for (let number = 0; number < size.users; number++) {
    const broker = brokers[number % brokers.length]
    const email = { 0: SIGN_IN.large, 1: SIGN_IN.small }[number] ?? `user-${number}@example.com`
    const person = { id: randomUUID(), name: personName(number), email, roleId: randomUUID() }
    broker?.people.push({ ...person, companyId: broker.id })
  }
  return brokers
}

async function insertBrokers(client: pg.Client, brokers: Broker[]): Promise<void> {
  const people = brokers.flatMap((broker) => broker.people)
  const { name, userType, permissions } = ROLE_PRESETS.companyAdmin
  const column = <Row>(rows: Row[], of: (row: Row) => string) => rows.map(of)
  await client.query(
    `INSERT INTO "Company" ("id", "nameIn", "nameOut", "updatedAt")
     SELECT id, name, name, now() FROM unnest($1::text[], $2::text[]) AS row (id, name)`,
    [column(brokers, ({ id }) => id), column(brokers, (broker) => broker.name)],
  )
  await client.query(
    `INSERT INTO "GeneratedLink" ("id", "slug", "companyId")
     SELECT id, id, "companyId" FROM unnest($1::text[], $2::text[]) AS row (id, "companyId")`,
    [column(brokers, ({ linkId }) => linkId), column(brokers, ({ id }) => id)],
  )
  await client.query(
    `INSERT INTO "Role" ("id", "name", "userType", "permissions", "companyId", "updatedAt")
     SELECT id, $3, $4, $5, "companyId", now() FROM unnest($1::text[], $2::text[]) AS row (id, "companyId")`,
    [
      column(people, ({ roleId }) => roleId),
      column(people, ({ companyId }) => companyId),
      name,
      userType,
      [...permissions],
    ],
  )
  await client.query(
    `INSERT INTO "User" ("id", "name", "email", "emailKey", "companyId", "roleId", "passwordHash", "updatedAt")
     SELECT row.*, $7, now() FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS row`,
    [
      column(people, ({ id }) => id),
      column(people, (person) => person.name),
      column(people, ({ email }) => email),
      column(people, ({ email }) => emailKey(email)),
      column(people, ({ companyId }) => companyId),
      column(people, ({ roleId }) => roleId),
      await hashPassword(PASSWORD),
    ],
  )
}

type Submission = ReturnType<typeof submission>

async function insertSubmissions(client: pg.Client, keys: KeyRing, rows: Submission[]): Promise<void> {
  const column = (of: (row: Submission) => unknown) => rows.map(of)
  await client.query(
    `WITH incoming AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::bytea[], $13::bytea[], $14::text[], $15::text[],
         $16::text[], $17::text[])
       AS row (id, company, link, user_id, user_name, legal, dba, tax, ssn, wording, at, key, data, state, amount, sales, owners)
     ), owner AS (
       INSERT INTO "SubmissionOwner" ("id", "companyId", "hashes") SELECT id, company, owners::bigint[] FROM incoming
     ), session AS (
       INSERT INTO "FormSession" ("id", "linkId", "companyId", "wrappedKey", "submittedAt", "expiresAt")
       SELECT id, link, company, key, at, at FROM incoming
     )
     INSERT INTO "FormSubmission" ("id", "companyId", "linkId", "submittedById", "submittedBy", "legalName", "dbaName",
       "state", "advanceAmount", "sales", "taxIdHash", "ssnHashes", "formData", "valuesDigest", "authorizationText", "clientIp", "userAgent", "pdfState",
       "pdfFile", "createdAt")
     SELECT id, company, link, user_id, user_name, legal, dba, state, amount, sales, tax, ARRAY[ssn], data, '\\x02'::bytea || decode(md5(id), 'hex'), wording,
       '192.0.2.1', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'ready', id, at FROM incoming`,
    [
      column(({ id }) => id),
      column(({ broker }) => broker.id),
      column(({ broker }) => broker.linkId),
      column(({ person }) => person?.id ?? null),
      column(({ person }) => person?.name ?? ''),
      column(({ legalName }) => legalName),
      column(({ dbaName }) => dbaName),
      column(({ taxId, broker }) => keys.blindIndex('taxId', broker.id, taxId)),
      column(({ taxId, broker }) => keys.blindIndex('ssn', broker.id, taxId)),
      column(({ broker }) => authorizationFor(null, broker.name).body),
      column(({ at }) => at),
      column(({ wrapped }) => wrapped),
      column(({ formData }) => formData),
      column(({ clear }) => clear.state),
      column(({ clear }) => clear.advanceAmount),
      column(({ clear }) => clear.sales),
      column(({ owners }) => owners),
    ],
  )
}

function brokerOf(brokers: Broker[], number: number, { submissions }: Size): Broker {
  const [large, small, ...others] = brokers
  if (!large || !small) throw new Error('Too few companies')
  if (number % 2 === 0) return large
  const isSmalls = (number - 1) % (submissions / SMALL) === 0
  return isSmalls ? small : (others[((number - 1) / 2) % others.length] ?? large)
}

function submission(keys: KeyRing, broker: Broker, number: number, { submissions }: Size) {
  const id = randomUUID()
  const answers = {
    legalName: applicantName(number, submissions),
    dbaName: tradingName(number),
    taxId: taxIdOf(number),
    partner1Name: personName(number),
    advanceAmount: String(5_000 + (Math.imul(number, 2_654_435_761) >>> 16) * 5),
    sales: String(8_000 + (Math.imul(number, 40_503) >>> 12)),
    state: US_STATES[number % US_STATES.length]?.[0] ?? 'NY',
  }
  const { key, wrapped } = keys.newDataKey(formSessionKeyContext(id, broker.id))
  const values = fullApplication(answers)
  const texts = toSubmissionTexts(values)
  const { formData } = sealTexts(key, { id, companyId: broker.id }, { ...texts, signatures: null })
  const person = broker.people[number % broker.people.length]
  const at = new Date(Date.UTC(2026, 10, 1) - ((submissions - number) / submissions) * 730 * DAY_MS)
  const owners = ownerHashes(keys, broker.id, values)
  return { ...answers, clear: toClearColumns(values), owners, id, broker, person, wrapped, formData, at }
}
