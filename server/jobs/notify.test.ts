import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { testDatabase } from '../test/support/database.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'
import { mailOf } from './notify.job.ts'

const { db } = await testDatabase()
const { services, mails } = await jobWorld(db)

test('a company’s address is told of later documents, without a word of the applicant', async () => {
  const values = fullApplication()
  const id = await acceptApplication(services, values, { queued: false })
  await mailOf('newDocuments')(services, { id, to: 'stranger@example.com' })
  expect(await mails()).toEqual([])
  await mailOf('newDocuments')(services, { id, to: 'staff@example.com' })
  const [mail = '', ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toContain('To: staff@example.com')
  expect(mail).toContain('An applicant added documents to an application for Demo Funding.')
  expect(mail.replace(/=\r\n/g, '')).toContain(`https://apply.example.com/admin/forms/${id}`)
  expect(mail).not.toContain(values.legalName)
})
