// How long a backup and its restore take, how large it is and how much memory both need, with a server running beside
// the backup. Each submission has a PDF of 27 KB, and each fourth a document of 128 KB.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readArguments } from '../../command-line.mjs'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { systemUrl } from '../../platform/database/connections.ts'
import { percentile, startChild } from '../support/processes.ts'
import { fill } from './filled/fill.ts'

const { positionals } = readArguments({ usage: 'npm run bench:backup -- [SUBMISSIONS]', operands: [0, 1] })
const SUBMISSIONS = Number(positionals[0] ?? 100_000)
const PDF_BYTES = 27 * 1024
const DOCUMENT_BYTES = 128 * 1024
const MAX_MB = 400

const key = randomBytes(32)
const root = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
// As root the database runs as another user, who must get through.
await chmod(root, 0o755)
const from = path.join(root, 'from')
const to = path.join(root, 'to')
const archive = path.join(root, 'backup.tar')
const environment = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  STORAGE_URL: '',
  ENCRYPTION_KEY: key.toString('base64'),
  PORT: '0',
  SEED_DEMO: '0',
  WORKER: 'off',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
})

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`
const load = () => `load ${os.loadavg()[0]?.toFixed(1)}`

/** The largest part of a process that was in memory at once, in bytes. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

async function run(command: string, dataDir: string): Promise<void> {
  const began = performance.now()
  const child = spawn(process.execPath, [`dist/${command}.mjs`, archive], {
    env: { ...process.env, ...environment(dataDir) },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  let peak = 0
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, await peakOf(child.pid))
    await delay(50)
  }
  await ended
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${command}: ${seconds} s, at most ${megabytes(peak)} of memory, ${load()}`)
  if (child.exitCode !== 0 || peak > MAX_MB * 1024 ** 2) process.exitCode = 1
}

async function fillStore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: systemUrl(url) })
  await client.connect()
  await client.query(`UPDATE "SubmissionDesk" SET "pdfFile" = 'pdfs/' || "id"`)
  await client.query(
    `INSERT INTO "Document" ("id", "companyId", "formSessionId", "originalFilename", "documentType", "fileType",
       "fileSize", "storedAs")
     SELECT "id", "companyId", "id", 'statement.pdf', 'bankStatements', 'application/pdf', ${DOCUMENT_BYTES}, 'documents/' || "id"
     FROM (SELECT *, row_number() OVER () AS number FROM "FormSubmission") AS numbered WHERE number % 4 = 0`,
  )
  const { rows } = await client.query<{ name: string }>(
    `SELECT "pdfFile" AS name FROM "SubmissionDesk" UNION ALL SELECT "storedAs" FROM "Document"`,
  )
  await client.end()
  for (const folder of ['pdfs', 'documents'])
    await mkdir(path.join(from, 'files', folder), { recursive: true })
  for (const { name } of rows) {
    const bytes = randomBytes(name.startsWith('pdfs/') ? PDF_BYTES : DOCUMENT_BYTES)
    await writeFile(path.join(from, 'files', name), bytes)
  }
  console.log(`${rows.length} files, ${load()}`)
}

/** How long the server takes to answer that it lives, all the while. */
async function watch(url: string, until: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!until.aborted) {
    const began = performance.now()
    await fetch(`${url}/api/health/ready`)
    times.push(performance.now() - began)
    await delay(100)
  }
  return times
}

try {
  const server = await startChild(['dist/server.mjs'], environment(from))
  const postgres = await startEmbeddedPostgres(from)
  await fill(postgres.url, key, { submissions: SUBMISSIONS, companies: 200, users: 500 })
  await fillStore(postgres.url)
  const done = new AbortController()
  const watched = watch(server.url, done.signal)
  await run('backup', from)
  done.abort()
  const times = await watched
  console.log(
    `/health/ready meanwhile: median ${percentile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
  )
  await server.stop()
  await postgres.stop()
  console.log(`${archive}: ${megabytes((await stat(archive)).size)}`)
  await run('restore', to)
} finally {
  await rm(root, { recursive: true, force: true })
}
