import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRecord } from '#domain/json'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { emptyDatabase } from '../test/support/database.ts'
import { call, signIn, TEST_PASSWORD } from '../test/support/factories.ts'
import { startChild, type Child } from '../test/support/processes.ts'
import { smallPng, upload } from '../test/support/uploads.ts'

const run = promisify(execFile)
const NOBODY = 65_534
const AS_NOBODY = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--no-new-privs',
  process.execPath,
]
const EMAIL = 'operator@example.com'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-runtime-'))
const { url: databaseUrl } = await emptyDatabase()
let last: Child | undefined

beforeAll(async () => {
  await chmod(folder, 0o755)
  await run(process.execPath, ['server/deploy/runtime.mjs', path.join(folder, 'app')])
})
afterAll(async () => {
  await last?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function makeDataDir(name: string): Promise<string> {
  const dataDir = path.join(folder, name)
  await mkdir(dataDir)
  await chown(dataDir, NOBODY, NOBODY)
  return dataDir
}

const environment = (dataDir: string, changes: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'warn',
  SEED_DEMO: '1',
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: TEST_PASSWORD,
  SIGN_IN_POLICY: 'relaxed',
  NODE_PATH: '',
  ...changes,
})

async function serve(env: Record<string, string>): Promise<Child> {
  await last?.stop()
  last = await startChild([...AS_NOBODY, path.join(folder, 'app/dist/server.mjs')], env, 'inherit', 'setpriv')
  return last
}

/** @throws when its exit status is not 0 */
const command = (name: string, env: Record<string, string>, ...args: string[]) =>
  run('setpriv', [...AS_NOBODY, path.join(folder, `app/dist/${name}.mjs`), ...args], { env, cwd: folder })

describe('the folder that an image is made of, run by a user without privileges', () => {
  it('serves the form, pictures, PDFs and documentation, with its own PostgreSQL', async () => {
    const { url } = await serve(environment(await makeDataDir('own')))
    const session = await openFormSession(url)
    expect((await upload(url, { headers: { 'x-form-session': session } })).status).toBe(200)
    const { status, body } = await submitApplication(url, session)
    expect([status, body.error]).toEqual([200, undefined])

    const token = await signIn(url, EMAIL)
    const companies = await call(url, 'GET', '/company/get', { token })
    const [company] = Array.isArray(companies.body.data) ? companies.body.data : []
    const logoData = `data:image/png;base64,${(await smallPng()).toString('base64')}`
    const logo = { logoData, logoType: 'logo' }
    const id = isRecord(company) ? String(company.id) : ''
    expect((await call(url, 'POST', `/company/upload-logo/${id}`, { token, body: logo })).status).toBe(200)

    await vi.waitFor(
      async () => {
        const pdf = await fetch(`${url}/api/form/pdf/${body.data?.id}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
      },
      { timeout: 20_000, interval: 200 },
    )
    const guide = (await readdir('server/guide')).flatMap((name) => /^\d+-(.+)\.md$/.exec(name)?.[1] ?? [])
    for (const page of ['', ...guide.slice(1)]) {
      expect([page, (await fetch(`${url}/api/docs/guide/${page}`)).status]).toEqual([page, 200])
    }
    expect((await fetch(`${url}/api/docs/files/swagger-ui-bundle.js`)).status).toBe(200)
    expect((await fetch(`${url}/form/demo`)).status).toBe(200)
  })

  it('backs up while it serves, verifies its audit log, and restores', async () => {
    const env = environment(path.join(folder, 'own'))
    const file = path.join(folder, 'own', 'backup.tar')
    await command('backup', env, file)
    await command('audit-verify', env)
    await command('orphans', env)
    await command('retention', env, '--dry-run')
    const copy = await makeDataDir('copy')
    await command('restore', environment(copy), file)
    await cp(path.join(folder, 'own/keys/main.key'), path.join(copy, 'keys/main.key'))
  })

  it('serves from a PostgreSQL of one’s own', async () => {
    const ENCRYPTION_KEY = randomBytes(32).toString('base64')
    const { url } = await serve(
      environment(await makeDataDir('external'), { DATABASE_URL: databaseUrl, ENCRYPTION_KEY }),
    )
    const { status, body } = await submitApplication(url, await openFormSession(url))
    expect([status, body.error]).toEqual([200, undefined])
    expect((await call(url, 'GET', '/health/version')).body.data).toMatchObject({ version: '1.0.0' })
  })
})
