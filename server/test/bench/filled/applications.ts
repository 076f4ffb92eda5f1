import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { authorizationFor } from '#domain/authorization-text'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { SIGNATURE_MARKER } from '#domain/catalogue/display'
import { US_STATES } from '#domain/us-states'
import { formSessionKeyContext } from '../../../platform/crypto/contexts.ts'
import type { KeyRing } from '../../../platform/crypto/keys.ts'
import { ownerHashes } from '../../../submissions/accept/owner-words.ts'
import { sealTexts, toClearColumns } from '../../../submissions/accept/sealed-submission.ts'
import type { Broker, Size } from './brokers.ts'
import { applicantName, personName, taxIdOf, tradingName } from './words.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** All applications' answers, with a marker for each signature, as they are stored. */
const COMMON = fullApplication({ signer1Signature: SIGNATURE_MARKER, signer2Signature: SIGNATURE_MARKER })
const COMPANY = '{company}'
const WORDING = authorizationFor(null, COMPANY).body

/** A name's number is hardly met twice; first names, addresses and phones are, for each company. */
export function rememberWords(keys: KeyRing): KeyRing {
  const known = new Map<string, string>()
  return {
    ...keys,
    ownerIndex(companyId, word) {
      if (/^\d{1,9}$/.test(word)) return keys.ownerIndex(companyId, word)
      const place = companyId + word
      const index = known.get(place) ?? keys.ownerIndex(companyId, word)
      known.set(place, index)
      return index
    },
  }
}

export type Submission = ReturnType<typeof toSubmission>

export function toSubmission(keys: KeyRing, broker: Broker, number: number, { submissions }: Size) {
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
  const values = { ...COMMON, ...answers }
  const texts = { formData: JSON.stringify(values), signatures: null }
  const { formData } = sealTexts(key, { id, companyId: broker.id }, texts)
  const hashes = {
    tax: keys.blindIndex('taxId', broker.id, answers.taxId),
    ssn: keys.blindIndex('ssn', broker.id, answers.taxId),
    owners: ownerHashes(keys, broker.id, values),
  }
  const person = broker.people[number % broker.people.length]
  const at = new Date(Date.UTC(2026, 10, 1) - ((submissions - number) / submissions) * 730 * DAY_MS)
  return { clear: toClearColumns(values), ...hashes, id, broker, person, wrapped, formData, at }
}

export async function insertSubmissions(client: pg.Client, rows: Submission[]): Promise<void> {
  const column = (of: (row: Submission) => unknown) => rows.map(of)
  let end = 0
  await client.query(
    `WITH incoming AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::timestamptz[], $11::bytea[], $12::int[], $13::text[], $14::text[], $15::text[], $16::text[],
         $17::text[], $18::float8[], $19::float8[])
       AS row (id, company, company_name, link, user_id, user_name, legal, tax, ssn, at, key, data_end, state, amount, sales, owners, dba,
         dollars, monthly)
     ), session AS (
       INSERT INTO "FormSession" ("id", "linkId", "companyId", "wrappedKey", "submittedAt", "expiresAt")
       SELECT id, link, company, key, at, at FROM incoming
     ), submission AS (
       INSERT INTO "FormSubmission" ("id", "companyId", "linkId", "taxIdHash", "ssnHashes", "formData", "valuesDigest",
         "authorizationText", "clientIp", "userAgent", "createdAt")
       SELECT id, company, link, tax, ARRAY[ssn],
         substr($20::bytea, lag(data_end, 1, 0) OVER () + 1, data_end - lag(data_end, 1, 0) OVER ()),
         '\\x02'::bytea || decode(md5(id), 'hex'), replace($21, '${COMPANY}', company_name),
         '192.0.2.1', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', at FROM incoming
     )
     INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "submittedById", "submittedBy", "createdAt", "legalName", "dbaName",
       "state", "advanceAmount", "sales", "amountRequested", "monthlySales", "ownerHashes", "pdfState", "pdfFile",
       "documentCount", "status", "statusKey", "statusAt", "ownerId", "ownerName", "decidedAt", "fundedAt", "updatedAt")
     SELECT id, company, link, user_id, user_name, at, legal, dba, state, amount, sales, dollars, monthly, owners::bigint[],
       'ready', id, number % 6, status, status::text, status_at, owner, owner_name,
       CASE WHEN status >= 'approved' THEN status_at END, CASE WHEN status = 'funded' THEN status_at + interval '1 day' END, status_at
     FROM incoming,
       LATERAL (SELECT ('x' || substr(md5(id), 1, 7))::bit(28)::int AS number) AS numbered,
       LATERAL (SELECT CASE WHEN number % 10 = 0 THEN 'new' ELSE (enum_range(NULL::"SubmissionStatus"))[1 + number % 8] END AS status) AS stood,
       LATERAL (SELECT CASE WHEN number % 10 = 0 THEN at ELSE at + number % 20 * interval '1 day' END AS status_at) AS since,
       LATERAL (SELECT CASE WHEN number % 3 > 0 AND number % 10 > 0 THEN user_id END AS owner,
         CASE WHEN number % 3 > 0 AND number % 10 > 0 THEN user_name ELSE '' END AS owner_name) AS owned`,
    [
      column(({ id }) => id),
      column(({ broker }) => broker.id),
      column(({ broker }) => broker.name),
      column(({ broker }) => broker.linkId),
      column(({ person }) => person?.id ?? null),
      column(({ person }) => person?.name ?? ''),
      column(({ clear }) => clear.legalName),
      column(({ tax }) => tax),
      column(({ ssn }) => ssn),
      column(({ at }) => at),
      column(({ wrapped }) => wrapped),
      column(({ formData }) => (end += formData.length)),
      column(({ clear }) => clear.state),
      column(({ clear }) => clear.advanceAmount),
      column(({ clear }) => clear.sales),
      column(({ owners }) => owners),
      column(({ clear }) => clear.dbaName),
      column(({ clear }) => clear.amountRequested),
      column(({ clear }) => clear.monthlySales),
      // One parameter in binary: an array of them would be written and read as hexadecimal digits.
      Buffer.concat(rows.map(({ formData }) => formData)),
      WORDING,
    ],
  )
}
