import { fullApplication } from '#domain/catalogue/application.fixture'
import { expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { uuidV7 } from '../lib/uuid.ts'
import { makeCopyNumber } from '../marks/copy-number.ts'
import { sealPackage } from '../packages/sealed-package.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import { answersSelect } from '../submissions/accept/sealed-submission.ts'
import { testDatabase } from '../test/support/database.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'
import { packageCode, packageMail, packageMailFailed } from './package-mail.job.ts'

const { db, url } = await testDatabase()
await installQueue(url)
const { services, mails } = await jobWorld(db)
const { write } = db.system('test')
const at = new Date().toISOString()

async function packageTo(...emails: string[]) {
  const id = await acceptApplication(services, fullApplication(), { queued: false })
  const own = uuidV7()
  await write(async (tx) => {
    const place = await tx.formSubmission.findUniqueOrThrow({ where: { id }, select: answersSelect })
    const { companyId } = place
    const funder = await tx.funder.create({ data: { companyId, name: 'Bay Capital', emails } })
    await tx.package.create({
      data: {
        id: own,
        submissionId: id,
        companyId,
        funderId: funder.id,
        copyNumber: makeCopyNumber(services.keys, own),
        data: sealPackage(services.keys, place, own, { message: 'Hurry', answers: [] }),
        withApplication: true,
        withCashFlow: false,
        isMasked: false,
        sentBy: 'Ann',
        expiresAt: new Date(Date.now() + 60_000),
      },
    })
  })
  const row = () => write((tx) => tx.package.findUniqueOrThrow({ where: { id: own } }))
  return { id, package: own, row }
}
const to = async (address: string) => (await mails()).filter((mail) => mail.includes(address))
const messageIds = (found: string[]) => new Set(found.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]))

it('mails once, however often the job runs', async () => {
  const { row, ...ids } = await packageTo('once@funder.example.com')
  await packageMail(services, { ...ids, at })
  await packageMail(services, { ...ids, at })
  expect((await row()).mailed).toBe(true)
  expect(await to('once@funder.example.com')).toHaveLength(1)
})

it('mails again after a kill before the mail went, and under the same name after one behind it', async () => {
  const { row, ...ids } = await packageTo('killed@funder.example.com')
  const killed = () => Promise.reject(new Error('killed'))
  await expect(packageMail({ ...services, mailer: { send: killed } }, { ...ids, at })).rejects.toThrow()
  expect((await row()).mailed).toBeNull()
  await packageMail(services, { ...ids, at })
  await write((tx) => tx.package.update({ where: { id: ids.package }, data: { mailed: null } }))
  await packageMail(services, { ...ids, at })
  const found = await to('killed@funder.example.com')
  expect(found).toHaveLength(2)
  // Mail programs show one of them.
  expect(messageIds(found).size).toBe(1)
})

it('says that a mail did not go, after the last try and beyond the budget', async () => {
  const { row, ...ids } = await packageTo('full@funder.example.com')
  await packageMailFailed(services, { ...ids, at })
  expect((await row()).mailed).toBe(false)
  const sent = { ...services, config: { ...services.config, rateLimit: true } }
  const { max } = RATES.packageMailPerRecipient
  await write((tx) => tx.throttleBucket.deleteMany())
  for (let count = 0; count <= max; count += 1) {
    await write((tx) => tx.package.update({ where: { id: ids.package }, data: { mailed: null } }))
    await packageMail({ ...sent, mailer: { send: () => Promise.resolve() } }, { ...ids, at: String(count) })
    if (count < max) expect((await row()).mailed).toBe(true)
  }
  expect((await row()).mailed).toBe(false)
  // Mails with codes have a budget of their own, as they open packages that were sent before.
  await packageCode({ ...services, config: sent.config }, { ...ids, at: new Date().toISOString() })
  expect(await to('full@funder.example.com')).toEqual([expect.stringContaining('is your code')])
})

it('does nothing once the submission is gone, and sends no code that is too old', async () => {
  const { row, ...ids } = await packageTo('gone@funder.example.com')
  const old = new Date(Date.now() - 16 * 60_000).toISOString()
  await packageCode(services, { ...ids, at: old })
  expect((await row()).codeDigest).toBeNull()
  await write((tx) => tx.package.deleteMany({ where: { id: ids.package } }))
  await packageMail(services, { ...ids, at })
  await packageCode(services, { ...ids, at })
  expect(await to('gone@funder.example.com')).toEqual([])
})
