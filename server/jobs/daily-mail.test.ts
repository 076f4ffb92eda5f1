import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import type { SubmissionMail } from '#domain/submission-mail'
import { createMailer } from '../platform/mail/mailer.ts'
import { listenForMail } from '../platform/mail/smtp-listener.fixture.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import { makeCompanyAdmin, makeRole, makeUser } from '../test/support/factories.ts'
import { testDatabase } from '../test/support/database.ts'
import { lastMailTime, queueDailyMails, sendDailyMail } from './daily-mail.job.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'
import { mailOf } from './notify.job.ts'
import { submissionAccepted } from './submission-accepted.job.ts'

const { db, url } = await testDatabase()
const { services } = await jobWorld(db)
await installQueue(url)
const DAY_MS = 24 * 3_600_000

const queued = (task: string) =>
  db.system('test').write(
    (client) => client.$queryRaw<{ payload: { id: string; since: string; until: string; to: string } }[]>`
      SELECT payload FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task
        ON task.id = job.task_id WHERE task.identifier = ${task} ORDER BY job.id`,
  )
const ask = (id: string, submissionMail: SubmissionMail, active = true) =>
  db.system('test').write((client) =>
    client.user.update({
      where: { id },
      data: { submissionMail, active, submissionMailAt: new Date(Date.now() - 2 * DAY_MS) },
    }),
  )

/** An application, its company and such people of it. */
async function arrive() {
  const values = fullApplication()
  const id = await acceptApplication(services, values, { queued: false, companyName: 'Harbor Funding' })
  const { companyId } = await db
    .system('test')
    .write((client) => client.formSubmission.findUniqueOrThrow({ where: { id } }))
  const blind = await makeRole({ db }, { permissions: ['page:main'], companyId })
  return {
    values,
    id,
    companyId,
    reader: await makeCompanyAdmin({ db }, companyId),
    blind: await makeUser({ db }, { companyId, roleId: blind.id }),
    gone: await makeCompanyAdmin({ db }, companyId),
    quiet: await makeCompanyAdmin({ db }, companyId),
  }
}

async function through<T>(work: (given: typeof services) => Promise<T>) {
  const server = await listenForMail()
  await work({ ...services, mailer: createMailer({ ...services.config, smtpUrl: server.url }) })
  await server.stop()
  return server.received.map(({ to, content }) => ({ to, content: content.replace(/=\r\n/g, '') }))
}

test('a user who asks for it is mailed of each submission of the company, others are not', async () => {
  const { id, values, reader, blind, gone } = await arrive()
  const stranger = await arrive()
  for (const user of [reader, blind, stranger.reader]) await ask(user.id, 'each')
  await ask(gone.id, 'each', false)
  await submissionAccepted(services, { id })
  await submissionAccepted(services, { id })
  const tos = (await queued('notify')).map(({ payload }) => payload.to)
  expect(tos.sort()).toEqual(['staff@example.com', reader.email].sort())

  const mails = await through(async (given) => {
    for (const to of [reader.email, blind.email, gone.email, stranger.reader.email])
      await mailOf('newApplication')(given, { id, to })
  })
  expect(mails.map(({ to }) => to)).toEqual([[reader.email]])
  expect(mails[0]?.content).toContain('A new application for Harbor Funding has come in.')
  expect(mails[0]?.content).not.toContain(values.legalName)
})

test('a daily mail counts what came since the last, once a day, and is not sent when nothing came', async () => {
  const { id, values, reader, blind, gone, quiet } = await arrive()
  for (const user of [reader, blind]) await ask(user.id, 'daily')
  await ask(gone.id, 'daily', false)
  const provider = await makeUser({ db }, { isAdmin: true })
  await ask(provider.id, 'daily')
  await arrive()

  const now = new Date()
  await queueDailyMails(services, now)
  await queueDailyMails(services, now)
  const due = (await queued('daily-mail')).map(({ payload }) => payload)
  expect(due.map(({ id: user }) => user).sort()).toEqual([reader.id, blind.id, provider.id].sort())
  expect(due.map(({ id: user }) => user)).not.toContain(quiet.id)
  const mails = await through(async (given) => {
    for (const payload of due) await sendDailyMail(given, payload)
  })
  const contentTo = (email: string) => mails.find(({ to }) => to[0] === email)?.content ?? ''
  expect(mails).toHaveLength(2)
  expect(contentTo(reader.email)).toContain('Subject: 1 new application for Harbor Funding')
  expect(contentTo(reader.email)).toContain('https://apply.example.com/admin/forms?filter=')
  for (const secret of [values.legalName, id]) expect(contentTo(reader.email)).not.toContain(secret)
  const all = await db.system('test').write((client) => client.formSubmission.count())
  expect(contentTo(provider.email)).toContain(`Subject: ${all} new applications for all companies`)

  const tomorrow = new Date(now.getTime() + DAY_MS)
  await queueDailyMails(services, tomorrow)
  const later = (await queued('daily-mail')).filter(({ payload }) => payload.until === tomorrow.toISOString())
  expect(later).toHaveLength(3)
  expect(later[0]?.payload.since).toBe(now.toISOString())
  const nothing = await through(async (given) => {
    for (const { payload } of later) await sendDailyMail(given, payload)
  })
  expect(nothing).toEqual([])
})

test('the daily mail is due at eight in the company’s time zone, on days of other lengths too', () => {
  const last = (now: string, zone: string) => lastMailTime(new Date(now), zone).toISOString()
  expect(last('2026-11-22T12:59:00Z', 'America/New_York')).toBe('2026-11-21T13:00:00.000Z')
  expect(last('2026-11-22T13:00:00Z', 'America/New_York')).toBe('2026-11-22T13:00:00.000Z')
  expect(last('2026-03-08T20:00:00Z', 'America/New_York')).toBe('2026-03-08T12:00:00.000Z')
  expect(last('2026-11-01T20:00:00Z', 'America/New_York')).toBe('2026-11-01T13:00:00.000Z')
  expect(last('2026-11-22T00:30:00Z', 'Asia/Tokyo')).toBe('2026-11-21T23:00:00.000Z')
})
