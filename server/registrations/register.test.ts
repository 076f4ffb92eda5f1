import { randomInt } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { allOn, serialiseSettings, setToggle } from '#domain/catalogue/settings'
import { openFormSession } from '../test/support/applicant.ts'
import { call, signIn } from '../test/support/factories.ts'
import { destroyDue } from '../retention/destroy.service.ts'
import { secondSignerCalls } from '../applicant/second-signer.fixture.ts'
import { upload } from '../test/support/uploads.ts'
import { startRegistrationTests } from './registration.fixture.ts'

const world = await startRegistrationTests()
const { url, services, tenant, apply, register, applied, receipts, list, admin } = world
const alpha = await tenant('Alpha Capital')
const beta = await tenant('Beta Funding')

const newTaxId = () => `12-${randomInt(1_000_000, 9_999_999)}`
const of = async (id: string) => (await receipts()).find((receipt) => receipt.id === id)

it('registers a merchant to the company of the first complete submission', async () => {
  const taxId = newTaxId()
  const first = await applied(alpha.link.slug, taxId)
  const later = await applied(beta.link.slug, taxId.replace('-', ' '))
  const again = await applied(alpha.link.slug, taxId)
  const [one, two, three] = [await of(first), await of(later), await of(again)]
  const days = (Number(one?.until) - Number(one?.at)) / 86_400_000
  expect(days).toBe(30)
  expect([one?.holderId, two?.holderId, three?.holderId]).toEqual([null, first, first])
  expect([two?.until, three?.until]).toEqual([null, null])

  const { rows } = await list(admin, { filter: { id: [first, later, again] } })
  const shown = new Map(rows.map(({ id, registration }) => [id, registration]))
  const company = (name: string, id: string, at?: Date) => ({ id, company: name, at: at?.toISOString() })
  expect(shown.get(first)).toEqual({
    until: one?.until?.toISOString(),
    holder: null,
    conflicts: [company('Beta Funding', later, two?.at)],
  })
  expect(shown.get(later)).toMatchObject({ holder: company('Alpha Capital', first, one?.at), conflicts: [] })
  expect(shown.get(again)).toEqual({ until: null, holder: null, conflicts: [] })
  const flagged = await list(admin, { filter: { conflicts: true } })
  expect(flagged.rows.map(({ id }) => id)).toEqual([first])
})

it('registers anew once the time has run out', async () => {
  const taxId = newTaxId()
  const first = await applied(alpha.link.slug, taxId)
  const client = new pg.Client({ connectionString: world.adminUrl })
  await client.connect()
  await client.query(
    `SET session_replication_role = replica; UPDATE "Registration" SET "until" = now() WHERE "id" = '${first}'`,
  )
  await client.end()
  const later = await applied(beta.link.slug, taxId)
  expect(await of(later)).toMatchObject({ holderId: null, until: expect.any(Date) })
})

it('makes one registration of submissions at the same moment', async () => {
  const taxId = newTaxId()
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, at) => apply((at % 2 === 0 ? alpha : beta).link.slug, { taxId })),
  )
  await Promise.all([...ids, ...ids].map(register))
  const made = (await receipts()).filter(({ id }) => ids.includes(id))
  expect(made).toHaveLength(12)
  const holders = made.filter(({ until }) => until !== null)
  expect(holders).toHaveLength(1)
  expect(new Set(made.map(({ holderId }) => holderId))).toEqual(new Set([null, holders[0]?.id]))
})

it('counts a company’s receipts without a gap, whatever others send', async () => {
  await Promise.all([newTaxId(), newTaxId()].map((taxId) => applied(beta.link.slug, taxId)))
  const { rows, body } = await list(beta.token, { sort: ['number', 'ASC'] })
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
  expect(body.total).toBe(rows.length)
  expect(new Set(rows.map(({ company }) => company.id))).toEqual(new Set([beta.company.id]))
  expect(rows.every(({ registration }) => registration === null)).toBe(true)
})

it('waits for the signature and a statement', async () => {
  const unsigned = await apply(alpha.link.slug, { signer1Signature: '', signer2Signature: '' })
  const without = await apply(alpha.link.slug, {}, 0)
  for (const id of [unsigned, without]) {
    await register(id)
    expect(await of(id)).toBeUndefined()
  }
})

it('makes the receipt when the second signature or a statement comes later', async () => {
  const { invite, sign } = secondSignerCalls(url)
  const alone = { signer2Name: '', signer2Date: '', signer2Signature: '' }
  const { body } = await call(url, 'POST', '/form/submit', {
    body: {
      ...fullApplication(alone),
      generatedLinkSlug: alpha.link.slug,
      secondSignerInvite: { name: 'Robin Baker' },
    },
  })
  const { id, receiptToken } = body.data as { id: string; receiptToken: string }
  const queued = () =>
    services.db.system('test').write(async (client) => {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT 1 FROM graphile_worker.jobs WHERE key = ${`register-submission:${id}`}`
      return rows.length
    })
  const form = { token: receiptToken }
  expect((await upload(url, { path: '/application/documents', fields: form })).status).toBe(200)
  expect(await queued()).toBe(1)
  await register(id)
  expect(await of(id)).toBeUndefined()
  await sign((await invite(receiptToken)).token)
  await register(id)
  expect(await of(id)).toMatchObject({ companyId: alpha.company.id })
})

it('gives a submission without a tax ID a receipt and registers nobody', async () => {
  const { company, link } = await tenant('Gamma Advance')
  const appEditorSettings = serialiseSettings(setToggle(allOn(), 'businessInfo', 'taxId', false))
  await services.db
    .system('test')
    .write((client) => client.company.update({ where: { id: company.id }, data: { appEditorSettings } }))
  const { taxId: _taxId, ...answers } = fullApplication()
  const sent = async () => {
    const session = await openFormSession(url, link.slug)
    await upload(url, { headers: { 'x-form-session': session } })
    const body = { ...answers, generatedLinkSlug: link.slug, formSubmissionId: session }
    return (await call(url, 'POST', '/form/submit', { body })).body.data as { id: string }
  }
  for (const { id } of [await sent(), await sent()]) {
    await register(id)
    expect(await of(id)).toMatchObject({ merchant: null, until: null, holderId: null })
  }
})

it('records each receipt, in the same words whoever the merchant is registered to', async () => {
  const taxId = newTaxId()
  const ids = [await applied(alpha.link.slug, taxId), await applied(beta.link.slug, taxId)]
  for (const id of ids) {
    const entries = await services.db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ where: { objectId: id, act: 'submission-registered' } }),
      )
    const number = Number((await of(id))?.number)
    expect(entries.map(({ detail, actorName }) => [detail, actorName])).toEqual([
      [{ receipt: number }, 'System'],
    ])
  }
})

it('leaves no trace of what the provider lists in a company’s log', async () => {
  await list(admin, { filter: { conflicts: true } })
  const entries = await services.db
    .system('test')
    .write((client) =>
      client.auditEntry.findMany({ where: { act: 'registrations-listed', actorName: { not: 'Test User' } } }),
    )
  expect(entries.length).toBeGreaterThan(0)
  expect(new Set(entries.map(({ companyId }) => companyId))).toEqual(new Set([null]))
})

it('keeps receipt and registration when the submission is destroyed, by ids and keyed hashes alone', async () => {
  const taxId = newTaxId()
  const id = await apply(alpha.link.slug, { taxId, legalName: 'Soon Gone LLC' })
  await register(id)
  const [row] = (await receipts()).filter((receipt) => receipt.id === id)
  const days = { retentionDays: 30 }
  await services.db
    .system('test')
    .write((client) => client.company.update({ where: { id: alpha.company.id }, data: days }))
  expect(await destroyDue(services, new Date(Date.now() + 40 * 86_400_000))).toBeGreaterThan(0)
  await services.db
    .system('test')
    .write((client) =>
      client.company.update({ where: { id: alpha.company.id }, data: { retentionDays: null } }),
    )
  expect(await of(id)).toEqual(row)
  expect(JSON.stringify(Object.keys(row ?? {}))).toBe(
    '["id","companyId","number","at","digest","merchant","until","holderId","mac"]',
  )
  const { rows } = await list(alpha.token, { filter: { id } })
  expect(rows).toMatchObject([{ id, merchant: null }])
  const { body } = await call(url, 'GET', `/registration/${id}/verify`, { token: alpha.token })
  expect(body.data).toEqual({ isChained: true, isUnchanged: null })
  const later = await applied(beta.link.slug, taxId)
  expect(await of(later)).toMatchObject({ until: null, holderId: id })
})

it('is closed to staff who administer nothing', async () => {
  const token = await signIn(url, alpha.staff.email)
  expect((await list(token)).status).toBe(403)
})

it('finds a receipt by its number or the merchant’s name', async () => {
  const id = await apply(alpha.link.slug, { legalName: 'Quite 100% Unusual', taxId: newTaxId() })
  await register(id)
  const found = async (q: string, columns?: string[]) =>
    (await list(alpha.token, { filter: { q, columns } })).rows.map((row) => row.id)
  expect(await found('100% UNUS')).toEqual([id])
  expect(await found('100% UNUS', ['number'])).toEqual([])
  expect(await found(String((await of(id))?.number), ['number'])).toEqual([id])
})
