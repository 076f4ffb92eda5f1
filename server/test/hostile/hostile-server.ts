import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { call, signIn } from '../support/factories.ts'
import { startChild } from '../support/processes.ts'
import { smallPng, upload } from '../support/uploads.ts'
import type { Target } from './hostile-case.ts'

const ADMIN = { email: 'admin@example.com', password: 'correct-horse-1' }

export type HostileServer = {
  target: Target
  /** lines of its log that tell of a fault */
  faults: string[]
  /** what lies in its folders, the embedded database's left out */
  files(): Promise<string[]>
  /** bytes, with garbage collected as the machine likes it */
  memory(): Promise<number>
  /** milliseconds for which its main thread has run on a processor */
  ran(): Promise<number>
  stop(): Promise<void>
}

/**
 * The built server in a process of its own, so that its memory is its own, after one good request of each kind: what it
 * loads for them once and keeps is no leak.
 * @param env where its database is; embedded unless told
 */
export async function startHostileServer(
  env: Record<string, string | undefined> = { DATABASE_URL: undefined },
): Promise<HostileServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-hostile-'))
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary)
  const faults: string[] = []
  const child = await startChild(
    ['dist/server.mjs'],
    {
      DATA_DIR: path.join(folder, 'data'),
      TMPDIR: temporary,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      NODE_ENV: 'production',
      PORT: '0',
      SEED_DEMO: '1',
      RATE_LIMIT: 'off',
      WORKER: 'off',
      LOG_LEVEL: 'warn',
      CLAMD_URL: undefined,
      STORAGE_URL: undefined,
      ...env,
    },
    (line) => faults.push(line),
  )
  const { url } = child
  return {
    target: await warmedUp(url),
    faults,
    files: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = found
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
      return files.filter((file) => !file.includes(`${path.sep}postgres${path.sep}`)).toSorted()
    },
    memory: async () => {
      const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
    },
    ran: async () => {
      const { pid } = child.process
      const [nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ')
      return Number(nanoseconds) / 1e6
    },
    stop: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function warmedUp(url: string): Promise<Target> {
  const token = await signIn(url, ADMIN.email, ADMIN.password)
  const { body } = await call(url, 'GET', '/company/get', { token })
  const [{ id: companyId }] = body.data as [{ id: string }]
  const logoData = `data:image/png;base64,${(await smallPng()).toString('base64')}`
  const logo = { logoData, logoType: 'logo' }
  const done = await openFormSession(url)
  const session = await openFormSession(url)
  const answers = [
    await upload(url, { headers: { 'x-form-session': session } }),
    await call(url, 'POST', `/company/upload-logo/${companyId}`, { token, body: logo }),
    await submitApplication(url, done),
  ]
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong)
    throw new Error(`A good request was answered with ${wrong.status}: ${JSON.stringify(wrong.body)}`)
  return { url, token, session, companyId }
}
