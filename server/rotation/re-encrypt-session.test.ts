import { buffer } from 'node:stream/consumers'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { asSystem } from '../auth/actor.ts'
import { fileContext } from '../crypto/contexts.ts'
import { openEncrypted, putEncrypted, readEncrypted } from '../files/stored-file.ts'
import type { Storage } from '../files/storage.ts'
import { applicationPdf } from '../jobs/application-pdf.job.ts'
import { acceptApplication, jobWorld } from '../jobs/jobs.fixture.ts'
import { documentFile, sealForCompany, sealForSession } from '../modules/document/document-key.ts'
import { documentName } from '../modules/document/document-name.ts'
import { openApplication, sealedSelect, sessionKey } from '../modules/submission/application-record.ts'
import { testDatabase } from '../test/support/database.ts'
import { uuidV7 } from '../uuid.ts'
import { reencryptDocument } from './re-encrypt-document.ts'
import { reencryptSession } from './re-encrypt-session.ts'

const { db } = await testDatabase()
const { services } = await jobWorld(db)
const { keys, storage } = services

const rowOf = (id: string) =>
  asSystem(db, 'test', (client) =>
    client.formSubmission.findUniqueOrThrow({
      where: { id },
      select: { ...sealedSelect, pdfState: true, pdfFile: true },
    }),
  )

/** The storage, with something that happens once just after a file has been stored. */
function onceAfterPut(happens: () => Promise<unknown>): Storage {
  let due = true
  return {
    ...storage,
    async put(name, source) {
      await storage.put(name, source)
      if (due) {
        due = false
        await happens()
      }
    },
  }
}

/** A statement in the session's hands, as an upload leaves it. */
async function attach(id: string, content: string): Promise<string> {
  const row = await rowOf(id)
  const document = { id: uuidV7(), companyId: row.companyId }
  const file = {
    name: `documents/${document.id}`,
    key: randomBytes(32),
    context: fileContext('document', document.id),
  }
  await putEncrypted(storage, file, Buffer.from(content))
  const wrappedKey = sealForSession(sessionKey(keys, row), document, file.key)
  const described = {
    originalFilename: 'a.pdf',
    documentType: 'bankStatements',
    fileType: 'application/pdf',
    fileSize: 1,
  }
  await asSystem(db, 'test', (client) =>
    client.document.create({
      data: { ...document, ...described, formSessionId: id, storedAs: file.name, wrappedKey },
    }),
  )
  return document.id
}

async function contentOf(documentId: string): Promise<string> {
  const row = await asSystem(db, 'test', (client) =>
    client.document.findUniqueOrThrow({
      where: { id: documentId },
      select: {
        id: true,
        companyId: true,
        storedAs: true,
        wrappedKey: true,
        formSession: { select: { id: true, wrappedKey: true } },
      },
    }),
  )
  return (await buffer(await openEncrypted(storage, documentFile(keys, row)))).toString()
}

it('takes along what is uploaded while it copies', async () => {
  const id = await acceptApplication(services, fullApplication(), { queued: false })
  const before = await attach(id, 'first')
  let late = ''
  const busy = onceAfterPut(async () => (late = await attach(id, 'second')))
  expect(await reencryptSession({ db, keys, storage: busy }, id)).toEqual({ files: 2, lost: [] })
  expect([await contentOf(before), await contentOf(late)]).toEqual(['first', 'second'])
  const stored: string[] = []
  for await (const { name } of storage.list('documents')) stored.push(name)
  expect(stored).toHaveLength(2)
})

it('a PDF that was drawn under the data key of before is drawn again', async () => {
  const id = await acceptApplication(services, fullApplication(), { queued: false })
  const reencrypt = () => reencryptSession(services, id)
  const overtaken = applicationPdf({ ...services, storage: onceAfterPut(reencrypt) }, { id })
  await expect(overtaken).rejects.toThrow(/encrypted anew while its PDF was made/)
  expect((await rowOf(id)).pdfState).toBe('pending')

  await applicationPdf(services, { id })
  await reencrypt()
  const row = await rowOf(id)
  const key = sessionKey(keys, row)
  const pdf = await readEncrypted(storage, { name: row.pdfFile ?? '', key, context: fileContext('pdf', id) })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(openApplication(keys, row)).toEqual(fullApplication())
})

async function nameOf(documentId: string): Promise<string> {
  const row = await asSystem(db, 'test', (client) =>
    client.document.findUniqueOrThrow({ where: { id: documentId }, include: { formSession: true } }),
  )
  expect(row.originalFilename).toBe('')
  return documentName(services, row)
}

it('seals file names with the new keys, those in clear too', async () => {
  const id = await acceptApplication(services, fullApplication(), { queued: false })
  const kept = await attach(id, 'kept')
  const lost = await attach(id, 'lost')
  await storage.remove(`documents/${lost}`)
  for (let times = 0; times < 2; times++) {
    await reencryptSession(services, id)
    expect([await nameOf(kept), await nameOf(lost)]).toEqual(['a.pdf', 'a.pdf'])
  }
})

it("seals a company's file names with the new keys, those in clear too", async () => {
  const { companyId } = await rowOf(await acceptApplication(services, fullApplication(), { queued: false }))
  for (const isLost of [false, true]) {
    const document = { id: uuidV7(), companyId }
    const key = randomBytes(32)
    const file = { name: `documents/${document.id}`, key, context: fileContext('document', document.id) }
    if (!isLost) await putEncrypted(storage, file, Buffer.from('content'))
    const described = { documentType: 'x', fileType: 'application/pdf', fileSize: 1, storedAs: file.name }
    const data = { ...document, ...described, originalFilename: 'b.pdf' }
    await asSystem(db, 'test', (client) =>
      client.document.create({ data: { ...data, wrappedKey: sealForCompany(keys, document, key) } }),
    )
    for (let times = 0; times < 2; times++) {
      await reencryptDocument(services, document.id)
      expect(await nameOf(document.id)).toBe('b.pdf')
    }
  }
})
