import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKeyRing } from '../crypto/keys.ts'
import { testDatabase } from '../../test/support/database.ts'
import { makeCompany, makeUser } from '../../test/support/factories.ts'
import { refuseWritesUnder } from './rotate-keys.ts'
import { isAnyUnderOther, rewrapAll, WRAPPED_COLUMNS } from './rewrap.ts'

/** Sealed by another key than a main key, or no secret: digests and proofs. */
const NOT_WRAPPED = [
  'FormSession.draft',
  'FormSession.metadata',
  'FormSession.told',
  'FormSubmission.formData',
  'FormSubmission.signatures',
  'FormSubmission.signing',
  'FormSubmission.valuesDigest',
  'Document.filename',
  'Document.digest',
  'Document.originalDigest',
  'ApplicantLink.detail',
  'SubmissionAddition.data',
  'SubmissionAddition.digest',
  'SubmissionRequest.data',
  'SubmissionNote.text',
  'Task.text',
  'StatementReading.data',
  'Offer.conditions',
  'Package.data',
  'Package.codeDigest',
  'PasswordReset.boundTo',
  'OAuthRecord.payload',
  'IdempotentCall.digest',
  'IdempotentCall.answer',
  'AuditSeal.mac',
  'Registration.digest',
  'Registration.merchant',
  'Registration.mac',
  'KeyCheck.sealed',
  'KeyCheck.hashKeys',
  'SealCertificate.certificate',
]
const names = WRAPPED_COLUMNS.map(({ table, column }) => `${table}.${column}`)

const { db } = await testDatabase()
const { write: system } = db.system('test')

it('every column of bytes is known as wrapped by a main key or not, and the wrapped ones refuse a retired key', async () => {
  const columns = await system(
    (client) => client.$queryRaw<{ name: string }[]>`
      SELECT "table_name" || '.' || "column_name" AS "name" FROM information_schema.columns
      WHERE "table_schema" = 'public' AND "data_type" = 'bytea'`,
  )
  const found = columns.map(({ name }) => name)
  expect(found.toSorted()).toEqual([...names, ...NOT_WRAPPED].toSorted())
  const guarded = await system(
    (client) => client.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT "event_object_table" || '.' || "event_object_column" AS "name"
      FROM information_schema.triggered_update_columns WHERE "trigger_name" = 'refuse_retired_key'`,
  )
  expect(guarded.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

it('wraps the secret of a sign-in provider and its refresh tokens again, and refuses them under a retired key', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const [before, both, after] = [createKeyRing(first), createKeyRing(second, [first]), createKeyRing(second)]
  const { id } = await makeCompany({ db })
  const { id: userId } = await makeUser({ db }, { companyId: id })
  const toContext = (column: string) =>
    WRAPPED_COLUMNS.find((each) => each.column === column)?.context ?? String
  const wrap = (column: string) => before.wrap(Buffer.from(column), toContext(column)(id, ''))
  const write = () =>
    system(async (client) => {
      const session = { userId, expiresAt: new Date(), ssoRefresh: wrap('ssoRefresh') }
      await client.loginSession.upsert({ where: { id }, create: { id, ...session }, update: session })
      await client.company.update({ where: { id }, data: { signInSecret: wrap('signInSecret') } })
    })
  await write()
  expect(await isAnyUnderOther(db, after.currentId)).toBe(true)
  expect(await rewrapAll(db, both, () => {})).toEqual({ rows: 2, failed: [] })
  const { ssoRefresh } = await system((client) => client.loginSession.findUniqueOrThrow({ where: { id } }))
  const opened = after.unwrap(ssoRefresh ?? Buffer.alloc(0), toContext('ssoRefresh')(id, ''))
  expect(opened.toString()).toBe('ssoRefresh')
  await refuseWritesUnder(db, before.currentId)
  await expect(write()).rejects.toThrow(/is retired/)
})
