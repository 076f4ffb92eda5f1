import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { startPackageTests } from '../packages/package.fixture.ts'
import { projectRoot } from '../project-root.ts'
import { call, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import { pagedPdf } from '../test/support/sample-pdfs.ts'
import { upload } from '../test/support/uploads.ts'
import { makeCopyNumber } from './copy-number.ts'

const world = await startPackageTests({ encryptionKey: Buffer.alloc(32, 7) })
const { url, services, apply, enter, file, system, member } = world
const folder = await mkdtemp(path.join(tmpdir(), 'intake-trace-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function leak() {
  const applied = await apply()
  const { id: packageId, token: link } = await applied.sent()
  const cookie = await enter(link, applied.funder.emails[0] ?? '')
  const { content } = await file({ token: link, documentId: applied.documents[0] ?? '' }, cookie)
  const application = await file({ token: link, documentId: 'application' }, cookie)
  const { copyNumber, createdAt } = await system((client) =>
    client.package.findUniqueOrThrow({ where: { id: packageId } }),
  )
  const found = { packageId, funder: applied.funder.name, copyNumber, sentAt: createdAt.toISOString() }
  return { ...applied, content, application: application.content, found }
}
let leaked: Awaited<ReturnType<typeof leak>>
beforeAll(async () => void (leaked = await leak()))

const sendFile = async (content: Buffer, token: string, name = 'file') => {
  const form = new FormData()
  form.set(name, new File([new Uint8Array(content)], 'copy.pdf'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/package/trace`, { method: 'POST', body: form, headers })
  return { status: answer.status, data: ((await answer.json()) as { data?: unknown }).data }
}
const sendNumber = async (copyNumber: string, token: string) => {
  const { status, body } = await call(url, 'POST', '/package/trace', { token, body: { copyNumber } })
  return { status, data: body.data }
}

describe('a copy', () => {
  it('is traced by its file, whichever of the package', async () => {
    expect(await sendFile(leaked.content, leaked.token)).toEqual({ status: 200, data: leaked.found })
    expect(await sendFile(leaked.application, leaked.token)).toEqual({ status: 200, data: leaked.found })
  })

  it('is traced by its number as it is typed', async () => {
    const typed = ` ${leaked.found.copyNumber.toLowerCase().replaceAll('-', ' ')} `
    expect(await sendNumber(typed, leaked.token)).toEqual({ status: 200, data: leaked.found })
  })

  it('is traced once the package is withdrawn, and the tracing is recorded', async () => {
    await leaked.act('withdraw', leaked.found.packageId)
    expect((await sendNumber(leaked.found.copyNumber, leaked.token)).data).toEqual(leaked.found)
    const entries = await system((client) => client.auditEntry.findMany({ where: { act: 'copy-traced' } }))
    expect(entries.at(-1)).toMatchObject({
      objectType: 'submission',
      objectId: leaked.id,
      companyId: leaked.company.id,
      detail: { package: leaked.found.packageId, found: true },
    })
  })

  it('is unknown to another company, without the page, and under a number made up', async () => {
    const other = await apply()
    const unknown = { status: 200, data: null }
    expect(await sendFile(leaked.content, other.token)).toEqual(unknown)
    expect(await sendNumber(leaked.found.copyNumber, other.token)).toEqual(unknown)
    const madeUp = `${leaked.found.copyNumber.slice(0, -4)}0000`
    expect(await sendNumber(madeUp, leaked.token)).toEqual(unknown)
    expect(await sendNumber(makeCopyNumber(services.keys, 'none'), leaked.token)).toEqual(unknown)
    expect(await sendFile(await pagedPdf(), leaked.token)).toEqual(unknown)
    const staff = await member(leaked.company.id, ['page:forms'])
    expect((await sendNumber(leaked.found.copyNumber, staff)).status).toBe(403)
    expect((await sendFile(leaked.content, staff)).status).toBe(403)
  })

  it('is not traced for those who see other submissions alone', async () => {
    const narrowed = await member(leaked.company.id, ['page:forms', 'page:funders'], 'own')
    expect(await sendNumber(leaked.found.copyNumber, narrowed)).toEqual({ status: 200, data: null })
  })
})

describe('what is sent', () => {
  it('is one file of at most 20 MB, or a number', async () => {
    const { token } = leaked
    expect((await sendFile(Buffer.alloc(LIMITS.verifiedBytes + 1), token)).status).toBe(413)
    expect((await sendFile(leaked.content, token, 'document')).status).toBe(400)
    expect((await call(url, 'POST', '/package/trace', { token, body: {} })).status).toBe(400)
    expect((await call(url, 'POST', '/package/trace', { token, body: { copyNumber: 7 } })).status).toBe(400)
    const fields = { token: 'none' }
    const headers = { authorization: `Bearer ${token}` }
    expect((await upload(url, { path: '/package/trace', fields, headers })).status).toBe(400)
    const text = { method: 'POST', body: 'text', headers: { ...headers, 'content-type': 'text/plain' } }
    expect((await fetch(`${url}/api/package/trace`, text)).status).toBe(415)
    expect((await fetch(`${url}/api/package/trace`, { method: 'POST' })).status).toBe(401)
  })

  it('is limited in each minute', async () => {
    Object.assign(services.config, { rateLimit: true })
    const { email } = await makeCompanyAdmin(services, leaked.company.id)
    const token = await signIn(url, email)
    const statuses = []
    for (let count = 0; count < 31; count += 1) statuses.push((await sendNumber('none', token)).status)
    Object.assign(services.config, { rateLimit: false })
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
  })
})

it('is traced by a command, over all companies, beside the running server', { tags: ['long'] }, async () => {
  const names = ['copy.pdf', 'plain.pdf', 'missing.pdf'].map((name) => path.join(folder, name))
  await writeFile(names[0] ?? '', leaked.content)
  await writeFile(names[1] ?? '', await pagedPdf())
  const { config } = services
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const run = (...args: string[]) =>
    new Promise<{ status: unknown; out: string; err: string }>((resolve) => {
      const options = { cwd: projectRoot, env }
      execFile(process.execPath, ['dist/trace.mjs', ...args], options, (error, out, err) =>
        resolve({ status: error ? error.code : 0, out, err }),
      )
    })
  const line = `${JSON.stringify(leaked.found)}\n`
  expect(await run(names[0] ?? '')).toEqual({ status: 0, out: line, err: '' })
  const all = await run(...names)
  expect([all.status, all.out]).toEqual([1, `${line}null\n`])
  expect(all.err).toContain('missing.pdf')
  expect((await run()).status).toBe(2)
})
