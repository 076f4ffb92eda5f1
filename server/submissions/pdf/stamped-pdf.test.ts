import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { serverMessages } from '#domain/messages/server'
import { minimalApplication } from './application-pdf.fixture.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { pageTexts } from './read-pdf.fixture.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ role: 'all', seedDemo: false })

const NAME = 'Владислава Ёлкина-Długosz'
/** Threads that misbehave for companies of certain names. */
const TROUBLE = fileURLToPath(new URL('./trouble-worker.fixture.ts', import.meta.url))
const HOSTILE = `${'x'.repeat(60)}${'\u0301\u0316'.repeat(470)}`
let id = ''
let token = ''
let companyId = ''
const nameCompany = (nameOut: string) =>
  services.db
    .system('test')
    .write((client) => client.company.update({ where: { id: companyId }, data: { nameOut } }))
beforeAll(async () => {
  const company = await makeCompany(services)
  companyId = company.id
  const user = await makeCompanyAdmin(services, company.id)
  await services.db
    .system('test')
    .write((client) => client.user.update({ where: { id: user.id }, data: { name: NAME } }))
  token = await signIn(url, user.email)
  const link = await makeLink(services, company.id)
  const session = await openFormSession(url, link.slug)
  const submitted = await submitApplication(url, session, { useOfFunds: HOSTILE }, link.slug)
  id = submitted.body.data?.id ?? ''
  const state = () =>
    services.db.system('test').write((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))
  await vi.waitUntil(async () => (await state()).pdfState === 'ready', { timeout: 120_000, interval: 100 })
})

async function get(query: string): Promise<Buffer> {
  const answer = await fetch(`${url}/api/form/pdf/${id}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Every file of the storage with its hash. */
async function stored(): Promise<Record<string, string>> {
  const folder = path.join(services.config.dataDir, 'files')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (file) => [file, sha256(await readFile(file))] as const)),
  )
}

it('a copy names who took it and when on each page; the stored original stays as it is, and no copy is kept', async () => {
  const [files, original] = [await stored(), sha256(await get('?original=1'))]
  expect(Object.keys(files).filter((file) => file.includes(id))).toHaveLength(1)
  for (const query of ['', '?download=1']) {
    const pages = await pageTexts(await get(query))
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) {
      expect(page).toMatch(
        new RegExp(`Downloaded by ${NAME} on \\w{3} \\d+, 20\\d\\d, \\d+:\\d\\d [AP]M E[SD]T`),
      )
      expect(page).toContain(id)
    }
  }
  expect((await pageTexts(await get('?original=1'))).join('')).not.toContain('Downloaded by')
  expect(sha256(await get('?original=1'))).toBe(original)
  expect(await stored()).toEqual(files)
})

it('each taking is written down, with what was taken', async () => {
  const entries = await services.db.system('test').write((client) =>
    client.auditEntry.findMany({
      where: { act: 'submission-pdf-downloaded', objectId: id },
      orderBy: { id: 'asc' },
    }),
  )
  expect(entries.map(({ detail }) => detail)).toEqual([
    { original: true, download: false },
    { original: false, download: false },
    { original: false, download: true },
    { original: true, download: false },
    { original: true, download: false },
  ])
  expect(new Set(entries.map(({ actorName }) => actorName))).toEqual(new Set([NAME]))
})

it('a text of 940 marks is kept as it was sent, and printed', async () => {
  const { body } = await call(url, 'GET', `/form/submissions/${id}`, { token })
  expect(body.data).toMatchObject({ formData: expect.stringContaining(`"${HOSTILE}"`) })
  expect((await pageTexts(await get(''))).join('')).toContain('x'.repeat(20))
})

describe('a copy that cannot be laid out', () => {
  const { pdfs } = services
  afterEach(async () => {
    await services.pdfs.close()
    services.pdfs = pdfs
  })
  const refused = async () => {
    const response = await fetch(`${url}/api/form/pdf/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: await response.json() }
  }

  it('because of its text is refused, and so is not asked for again', async () => {
    services.pdfs = createPdfRenderer({ worker: TROUBLE, layoutMs: 500 })
    await nameCompany('endless')
    expect(await refused()).toMatchObject({
      status: 422,
      body: { error: serverMessages.pdfCopyFailed, code: 'unprintable' },
    })
  })

  it('because every thread is busy is refused for now', async () => {
    services.pdfs = createPdfRenderer({ worker: TROUBLE, threads: 1, waitMs: 10 })
    const busy = services.pdfs.render({ ...minimalApplication, companyName: 'endless' }).catch(() => {})
    expect(await refused()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await services.pdfs.close()
    await busy
  })
})
