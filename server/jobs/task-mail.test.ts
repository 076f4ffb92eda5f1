import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { toReference } from '#domain/reference'
import { createMailer } from '../platform/mail/mailer.ts'
import { listenForMail } from '../platform/mail/smtp-listener.fixture.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import { testDatabase } from '../test/support/database.ts'
import { makeCompanyAdmin, makeUser } from '../test/support/factories.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'
import { submissionAccepted } from './submission-accepted.job.ts'
import { sweep } from './sweep.job.ts'
import { queueTaskMails, sendTaskMail } from './task-mail.job.ts'

const { db, url } = await testDatabase()
const { services } = await jobWorld(db)
await installQueue(url)
const { write: system } = db.system('test')
const DAY_MS = 24 * 3_600_000

const queued = () =>
  system(
    (client) => client.$queryRaw<{ payload: { id: string; at: string } }[]>`
      SELECT payload FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task
        ON task.id = job.task_id WHERE task.identifier = 'task-mail' ORDER BY job.id`,
  ).then((jobs) => jobs.map(({ payload }) => payload))

async function send(payloads: { id: string; at: string }[]) {
  const server = await listenForMail()
  const mailer = createMailer({ ...services.config, smtpUrl: server.url })
  for (const payload of payloads) await sendTaskMail({ ...services, mailer }, payload)
  await server.stop()
  return server.received.map(({ to, content }) => ({ to, content: content.replace(/=\r\n/g, '') }))
}

async function arrive() {
  const values = fullApplication()
  const id = await acceptApplication(services, values, { queued: false, companyName: 'Harbor Funding' })
  const { companyId } = await system((client) => client.formSubmission.findUniqueOrThrow({ where: { id } }))
  return { values, id, companyId }
}

const give = (place: { id: string; companyId: string }, owner: { id: string; name: string }, dueAt: Date) =>
  system((client) =>
    client.task.create({
      data: {
        submissionId: place.id,
        companyId: place.companyId,
        text: new Uint8Array([1]),
        dueAt,
        ownerId: owner.id,
        ownerName: owner.name,
      },
    }),
  )

test('who has due tasks gets one mail each morning, which names references alone; others get none', async () => {
  const first = await arrive()
  const [owner, later, gone] = [
    await makeCompanyAdmin({ db }, first.companyId),
    await makeCompanyAdmin({ db }, first.companyId),
    await makeCompanyAdmin({ db }, first.companyId),
  ]
  const morning = new Date('2027-03-02T13:00:00Z')
  await give(first, owner, new Date('2027-02-01T00:00:00Z'))
  // By the company's clock, still that day.
  await give(first, owner, new Date('2027-03-03T04:59:00Z'))
  await give(first, later, new Date('2027-03-03T05:00:00Z'))
  await give(first, gone, new Date('2027-02-01T00:00:00Z'))
  await system((client) => client.user.update({ where: { id: gone.id }, data: { active: false } }))

  const edited = () =>
    system((client) =>
      client.user.findUniqueOrThrow({ where: { id: owner.id }, select: { updatedAt: true } }),
    )
  const before = await edited()
  await queueTaskMails(services, new Date('2027-03-02T12:59:00Z'))
  await queueTaskMails(services, morning)
  await queueTaskMails(services, morning)
  const jobs = (await queued()).filter(({ at }) => at === morning.toISOString())
  expect(jobs.map(({ id }) => id).toSorted()).toEqual([owner.id, later.id].toSorted())
  expect(await edited()).toEqual(before)
  const mails = await send([...jobs, { id: gone.id, at: morning.toISOString() }])
  expect(mails.map(({ to }) => to)).toEqual([[owner.email]])
  const content = mails[0]?.content ?? ''
  expect(content).toContain('Subject: 2 tasks are due')
  expect(content).toContain(toReference(first.id))
  expect(content).toContain(`https://apply.example.com/admin/forms/${first.id}`)
  expect(content).not.toContain(first.values.legalName)

  await system((client) =>
    client.task.updateMany({ where: { ownerId: owner.id }, data: { doneAt: new Date() } }),
  )
  await queueTaskMails(services, new Date(morning.getTime() + DAY_MS))
  const next = (await queued()).filter(({ at }) => at > morning.toISOString())
  expect((await send(next)).map(({ to }) => to)).toEqual([[later.email]])
})

test('no mail tells of a submission that the owner no longer sees, nor of a task that came after the morning', async () => {
  const place = await arrive()
  const owner = await makeCompanyAdmin({ db }, place.companyId)
  const stranger = await makeCompanyAdmin({ db }, (await arrive()).companyId)
  const task = await give(place, owner, new Date('2027-02-01T00:00:00Z'))
  await give(place, stranger, new Date('2027-02-01T00:00:00Z'))
  const at = new Date('2027-03-02T20:00:00Z').toISOString()
  expect(await send([{ id: stranger.id, at }])).toEqual([])
  const createdAt = new Date('2027-03-02T14:00:00Z')
  await system((client) => client.task.update({ where: { id: task.id }, data: { createdAt } }))
  expect(await send([{ id: owner.id, at }])).toEqual([])
})

test('an arrival is told to the user of its link and to those who ask for each mail, once', async () => {
  const { id, companyId } = await arrive()
  const [linked, asking, quiet] = [
    await makeCompanyAdmin({ db }, companyId),
    await makeCompanyAdmin({ db }, companyId),
    await makeCompanyAdmin({ db }, companyId),
  ]
  const blind = await makeUser({ db }, { companyId })
  await system(async (client) => {
    await client.user.updateMany({
      where: { id: { in: [asking.id, blind.id] } },
      data: { submissionMail: 'each' },
    })
    const { linkId } = await client.formSubmission.findUniqueOrThrow({ where: { id } })
    await client.generatedLink.update({ where: { id: linkId }, data: { userId: linked.id } })
  })
  await submissionAccepted(services, { id })
  await submissionAccepted(services, { id })
  const told = () => system((client) => client.notice.findMany({ where: { submissionId: id } }))
  expect((await told()).map(({ userId, kind }) => [userId, kind]).toSorted()).toEqual(
    [linked.id, asking.id].map((user) => [user, 'arrival']).toSorted(),
  )
  expect((await told()).map(({ userId }) => userId)).not.toContain(quiet.id)
  const createdAt = new Date(Date.now() - 91 * DAY_MS)
  await system((client) => client.notice.updateMany({ data: { createdAt } }))
  await sweep(services)
  expect(await told()).toEqual([])
})
