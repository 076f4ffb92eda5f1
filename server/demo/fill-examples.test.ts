import { expect, it } from 'vitest'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { demoMessages } from '#domain/messages/demo'
import { call, makeCompany, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer({ role: 'all' })
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const fill = () => call(url, 'POST', '/admin/demo-data', { token, body: {} })
type Row = { id: string; status: string; documentCount: number; trueRevenue: number | null; pdfState: string }
const list = async () => {
  const { body } = await call(url, 'GET', '/form/submissions?range=[0,99]', { token })
  return body.data as Row[]
}
const read = async <T>(path: string) => (await call(url, 'GET', path, { token })).body.data as T

it('makes applications in all states, whose PDFs are drawn and whose statements are read', async () => {
  await services.db.system('test').write(async (tx) => {
    const { id } = await tx.user.findFirstOrThrow()
    const hook = { url: 'https://crm.example', events: ['pdf.ready'], secret: new Uint8Array() }
    return tx.webhook.create({ data: { ...hook, createdById: id } })
  })
  expect((await fill()).status).toBe(200)
  const rows = await list()
  expect(rows).toHaveLength(60)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(SUBMISSION_STATUSES))

  const withFiles = rows.filter(({ documentCount }) => documentCount > 0)
  expect(withFiles.length).toBeGreaterThan(20)
  await expect
    .poll(async () => (await list()).filter(({ pdfState }) => pdfState === 'ready').length, {
      timeout: 120_000,
    })
    .toBe(60)
  await expect
    .poll(async () => (await list()).filter(({ trueRevenue }) => trueRevenue !== null).length, {
      timeout: 120_000,
    })
    .toBe(withFiles.length)

  const asked = rows.find(({ status }) => status === 'documents_needed')
  const requests = await read<{ state: string; items: object[] }[]>(`/form/submissions/${asked?.id}/requests`)
  expect(requests).toMatchObject([{ state: 'open', items: [{ state: 'asked' }, { state: 'asked' }] }])
  const record = await read<{ formData: string }>(`/form/submissions/${rows[0]?.id}`)
  expect(record.formData).toContain('000-')
  const notes = await Promise.all(
    rows.slice(0, 6).map(({ id }) => read<{ text: string }[]>(`/form/submissions/${id}/notes`)),
  )
  expect(notes.flat().map(({ text }) => text)).not.toEqual([])
})

it('is refused where it is there already, or another company is', async () => {
  expect(await fill()).toMatchObject({ status: 409, body: { error: demoMessages.notAlone } })
  await makeCompany(services, { nameOut: 'Another' })
  expect((await fill()).status).toBe(409)
})

it('mails nobody and tells no webhook', async () => {
  const ofReady = { type: 'pdf.ready', position: { not: null } }
  const placed = () => services.db.system('test').read((client) => client.event.count({ where: ofReady }))
  await expect.poll(placed, { timeout: 120_000 }).toBe(60)
  expect(await services.db.system('test').read((client) => client.webhookDelivery.count())).toBe(0)
  const waiting = await services.db.system('test').read(
    (client) => client.$queryRaw<{ task: string }[]>`
      SELECT DISTINCT task_identifier AS task FROM graphile_worker.jobs`,
  )
  expect(waiting.filter(({ task }) => /mail|notify|second-signer|webhook/.test(task))).toEqual([])
})
