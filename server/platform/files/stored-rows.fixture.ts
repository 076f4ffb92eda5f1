import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { openDesks } from '../../test/support/desks.ts'
import type { Database, Tx } from '../database/db.ts'
import { LOGO_PATH } from './logo-url.ts'
import { QUARANTINE, STORAGE_FOLDERS, type Storage } from './storage.ts'

/** What the rows of `fillRows` name. */
export const FILES = ['documents/one', 'documents/two', 'pdfs/one', 'logos/one.png'] as const

/** A company with a row for each of FILES. */
export async function fillRows(db: Database): Promise<void> {
  const companyId = randomUUID()
  const logo = `${LOGO_PATH}one.png`
  await db.system('test').write(async (client) => {
    const names = { nameIn: 'Acme', nameOut: 'Acme', logoUrl: logo, pdfLogoUrl: logo }
    await client.company.create({ data: { id: companyId, ...names } })
    await client.generatedLink.create({ data: { id: 'link', slug: 'link', companyId } })
    await fillDocuments(client, companyId)
    const session = { linkId: 'link', companyId, expiresAt: new Date(), wrappedKey: randomBytes(64) }
    await client.formSession.create({ data: { id: 'form', ...session } })
    const sealed = { formData: randomBytes(9), valuesDigest: randomBytes(41) }
    await client.formSubmission.create({
      data: { id: 'form', companyId, linkId: 'link', ...sealed },
    })
    await openDesks(client, { pdfState: 'ready', pdfFile: 'pdfs/one' })
  })
}

async function fillDocuments(client: Tx, companyId: string): Promise<void> {
  const file = { companyId, originalFilename: 'a.pdf', documentType: 'x', fileType: 'x', fileSize: 1 }
  await client.document.createMany({
    data: ['one', 'two'].map((name) => ({ ...file, storedAs: `documents/${name}` })),
  })
}

/** No rows, and no id. */
export async function emptyDatabase(db: Database): Promise<void> {
  await db.system('test').write(async (client) => {
    await client.installation.deleteMany()
    await client.document.deleteMany()
    await client.formSubmission.deleteMany()
    await client.formSession.deleteMany()
    await client.generatedLink.deleteMany()
    await client.company.deleteMany()
  })
}

export async function putFiles(storage: Storage, ...names: string[]): Promise<void> {
  for (const name of names) await storage.put(name, Readable.from([Buffer.from(name)]))
}

/** The names of all files, those in quarantine included. */
export async function fileNames(storage: Storage): Promise<string[]> {
  const found: string[] = []
  for (const folder of [...STORAGE_FOLDERS, QUARANTINE] as const)
    for await (const { name } of storage.list(folder)) found.push(name)
  return found.sort()
}
