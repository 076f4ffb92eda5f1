import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { asSystem } from '../auth/actor.ts'
import { acceptApplication, jobWorld } from '../jobs/jobs.fixture.ts'
import { installQueue } from '../queue/install-queue.ts'
import { sealForCompany, sealForSession } from '../modules/document/document-key.ts'
import { documentName } from '../modules/document/document-name.ts'
import { sessionKey } from '../modules/submission/sealed-submission.ts'
import { testDatabase } from '../test/support/database.ts'
import { finish } from './upgrade.fixture.ts'

const { url, db } = await testDatabase()
await installQueue(url)
const { services, logged } = await jobWorld(db)
const { keys } = services

/** A document as an earlier version stored it. */
async function documentInClear(originalFilename: string, hangsOnSession: boolean): Promise<string> {
  const submission = await acceptApplication(services, fullApplication(), { queued: false })
  const session = await asSystem(db, 'test', (client) =>
    client.formSession.findUniqueOrThrow({ where: { id: submission } }),
  )
  const row = { id: randomUUID(), companyId: session.companyId }
  const key = randomBytes(32)
  const dataKey = sessionKey(keys, { ...row, id: submission, formSession: session })
  const wrappedKey = hangsOnSession ? sealForSession(dataKey, row, key) : sealForCompany(keys, row, key)
  const file = {
    documentType: 'x',
    fileType: 'application/pdf',
    fileSize: 1,
    storedAs: `documents/${row.id}`,
  }
  const formSessionId = hangsOnSession ? submission : null
  await asSystem(db, 'test', (client) =>
    client.document.create({ data: { ...row, ...file, formSessionId, originalFilename, wrappedKey } }),
  )
  return row.id
}

const row = (id: string) =>
  asSystem(db, 'test', (client) =>
    client.document.findUniqueOrThrow({ where: { id }, include: { formSession: true } }),
  )

it("seals the names that are in clear, of applicants' documents and of companies' own", async () => {
  const ids = [await documentInClear('Ann Lee.pdf', true), await documentInClear('Bob Ray.pdf', false)]
  const broken = await documentInClear('Cat Fox.pdf', true)
  await asSystem(db, 'test', (client) =>
    client.document.update({ where: { id: broken }, data: { wrappedKey: randomBytes(60) } }),
  )
  const names = async () => Promise.all(ids.map(async (id) => documentName(services, await row(id))))
  expect(await names()).toEqual(['Ann Lee.pdf', 'Bob Ray.pdf'])
  await finish(services, 'seal-file-names')
  expect(await names()).toEqual(['Ann Lee.pdf', 'Bob Ray.pdf'])
  for (const id of ids) {
    const { originalFilename, filename } = await row(id)
    expect(originalFilename).toBe('')
    expect(Buffer.from(filename ?? []).toString('latin1')).not.toContain('.pdf')
  }
  expect(documentName(services, await row(broken))).toBe('Cat Fox.pdf')
  expect(logged.join('\n')).toContain('"rows":3,"unreadable":1')
  expect(logged.join('\n')).not.toContain('Cat Fox')
})
