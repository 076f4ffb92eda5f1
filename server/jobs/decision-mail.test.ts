import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { toReference } from '#domain/reference'
import type { SubmissionStatus } from '#domain/submission-status'
import { installQueue } from '../platform/queue/install-queue.ts'
import { moveStatus } from '../desk/move-status.ts'
import { SYSTEM } from '../events/record-event.ts'
import { testDatabase } from '../test/support/database.ts'
import { decisionMail } from './decision-mail.job.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'

const { db, url } = await testDatabase()
await installQueue(url)
const { services, mails } = await jobWorld(db)
const { write: test$ } = db.system('test')

async function decided(status: SubmissionStatus, { showDecisions = true, language = 'en' } = {}) {
  const email = `${Math.random().toString(36).slice(2)}@example.com`
  const id = await acceptApplication(services, fullApplication({ email }), { queued: false })
  await test$(async (tx) => {
    const { companyId } = await tx.formSubmission.update({ where: { id }, data: { language } })
    await tx.company.update({ where: { id: companyId }, data: { applicantSettings: { showDecisions } } })
    await tx.submissionDesk.update({ where: { id }, data: { status } })
  })
  const mailed = async () => (await mails()).filter((mail) => mail.includes(`To: ${email}`))
  return { id, mailed }
}

test('a decision is told by a mail that does not name it, and links to the status page', async () => {
  const { id, mailed } = await decided('declined')
  await decisionMail(services, { id })
  const [mail = '', ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toContain('Subject: Demo Funding made a decision on your application')
  expect(mail).toContain(`Demo Funding made a decision on your application ${toReference(id)}.`)
  expect(mail).toContain('/application#')
  expect(mail).not.toMatch(/declin|Golden|Pe=C3=B1a/i)
  const link = await test$((tx) => tx.applicantLink.findMany({ where: { formSessionId: id } }))
  expect(link).toMatchObject([{ purpose: 'status' }])
  const told = await test$((tx) => tx.auditEntry.findMany({ where: { objectId: id } }))
  expect(told).toMatchObject([{ act: 'submission-mailed', detail: { about: 'decision' } }])
})

test.each([
  ['where the company shows no decisions', 'approved', false],
  ['of a decision that was taken back', 'in_review', true],
  ['of a withdrawal', 'withdrawn', true],
] as const)('no mail tells %s', async (_what, status, showDecisions) => {
  const { id, mailed } = await decided(status, { showDecisions })
  await decisionMail(services, { id })
  expect(await mailed()).toEqual([])
})

test('a move to a decision queues the mail', async () => {
  const { id } = await decided('in_review')
  const queued = () =>
    test$((tx) => tx.$queryRaw<[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`decision-mail:${id}`}`)
  const by = { actor: SYSTEM, ip: '' }
  await test$((tx) => moveStatus(tx, by, { id, status: 'with_funder', canDecide: true }))
  expect(await queued()).toEqual([])
  await test$((tx) => moveStatus(tx, by, { id, status: 'approved', canDecide: true }))
  expect(await queued()).toHaveLength(1)
})
