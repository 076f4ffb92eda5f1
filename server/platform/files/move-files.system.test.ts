import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { environment, backupSource } from '../backup/backup.fixture.ts'
import { projectRoot } from '../../project-root.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { bucketClient, startBucket, startFlakyBucket } from '../../test/support/bucket.ts'
import { call, signIn, TEST_PASSWORD } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'

const { source, services, from, key } = await backupSource({ role: 'all' })
const bucket = await startBucket()

const acknowledged: string[] = []
async function apply(url: string): Promise<void> {
  const session = await openFormSession(url)
  for (let files = 0; files < 2; files++) await upload(url, { headers: { 'x-form-session': session } })
  const { status } = await submitApplication(url, session, { legalName: 'Acme' })
  expect(status).toBe(200)
  acknowledged.push(session.split('.')[0] ?? '')
}

function start(storageUrl: URL | null, given: string[]) {
  const env = { ...process.env, ...environment({ ...from, storageUrl }) }
  return spawn(process.execPath, ['--import', 'tsx', 'server/tools/move-files.ts', ...given], {
    cwd: projectRoot,
    env,
  })
}

/** @returns its last line */
async function move(storageUrl: URL | null, ...given: string[]): Promise<string> {
  const { stdout, stderr } = start(storageUrl, given)
  const [out, err] = await Promise.all([text(stdout), text(stderr)])
  return (err || out).trim().split('\n').at(-1) ?? ''
}

async function downloadAll(url: string): Promise<number> {
  const token = await signIn(url, TEST_ADMIN.email, TEST_PASSWORD)
  let files = 0
  for (const id of acknowledged) {
    const { body } = await call(url, 'GET', `/documents/form-submission/${id}`, { token })
    for (const document of Array.isArray(body.data) ? (body.data as { id: string }[]) : []) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}/api/documents/document/${document.id}?download=1`, { headers })
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(SMALL_PDF)
      files += 1
    }
  }
  return files
}

it('copies every file while applications come, though it was killed, and servers change over', async () => {
  for (let made = 0; made < 5; made++) await apply(source.url)
  let isRunning = true
  const load = [0, 1].map(async () => {
    while (isRunning) {
      await apply(source.url)
      await sleep(300)
    }
  })
  const killed = start(null, ['--to', bucket.href])
  const ended = once(killed, 'exit')
  const copied = async () => (await bucketClient(bucket).listObjects('/', 'documents/'))?.length ?? 0
  await expect.poll(copied, { timeout: 90_000, interval: 5 }).toBeGreaterThan(0)
  killed.kill('SIGKILL')
  await ended
  expect(await move(null, '--to', bucket.href)).toContain('Next: restart every server')
  const { databaseUrl } = services.config
  const changed = await startTestServer({ databaseUrl, encryptionKey: key, storageUrl: bucket })
  await apply(source.url)
  await apply(changed.url)
  isRunning = false
  await Promise.all(load)
  const pending = () =>
    services.db.system('test').write((client) => client.submissionDesk.count({ where: { pdfFile: null } }))
  await expect.poll(pending, { timeout: 60_000 }).toBe(0)
  expect(await move(bucket, '--from', 'local', '--to', bucket.href)).toMatch(/^Done; /)
  expect(await downloadAll(changed.url)).toBe(acknowledged.length * 2)
}, 240_000)

it('says in one line why it does not move', async () => {
  const used = await startBucket()
  await bucketClient(used).putObject('documents/other', 'x')
  expect(await move(null, '--to', used.href)).toContain('holds files of something else')
  expect(await move(null, '--to', 'local')).toContain('earlier file store by --from')
  const keyless = new URL(used)
  keyless.username = ''
  expect(await move(null, '--to', keyless.href)).toContain('without an access key')
  expect(await move(null, '--to', used.href.replace('@intake', '@nobucket'))).toMatch(
    /^The bucket s3:\/\/nobucket at \S+ answers 404 NoSuchBucket$/,
  )
  const full = await startFlakyBucket(await startBucket())
  full.outage = { status: 507, code: 'InsufficientStorage' }
  expect(await move(null, '--to', full.url.href)).toContain('InsufficientStorage')
}, 120_000)
