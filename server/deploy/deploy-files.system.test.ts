import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it, vi } from 'vitest'
import { findFreePort } from '../database/postgres-server.ts'
import { startTestServer } from '../test/support/server.ts'

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

it('has a service unit that systemd takes and finds hardened', async () => {
  const unit = path.join(here, 'intake.service')
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit])
  expect(stderr.split('\n').filter((line) => line.includes('intake.service'))).toEqual([])
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
})

it('has a proxy that sends requests on to a living node and writes down nothing about people', async () => {
  const node = await startTestServer({ trustProxy: 1 })
  const port = await findFreePort()
  const log = path.join(folder, 'access.log')
  const certificate = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2']
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
  await run('openssl', ['req', '-x509', ...certificate, ...files])
  const config = (await readFile(path.join(here, 'nginx.conf'), 'utf8'))
    .replaceAll('/tmp/', `${folder}/`)
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll('/dev/stdout', log)
    .replace('listen 8080', `listen 127.0.0.1:${await findFreePort()}`)
    .replace('listen 8443', `listen 127.0.0.1:${port}`)
    .replace('node-1:3000', `127.0.0.1:${await findFreePort()}`)
    .replace('node-2:3000', new URL(node.url).host.replace('localhost', '127.0.0.1'))
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, config)
  await run('/usr/sbin/nginx', ['-t', '-e', '/dev/null', '-c', file])
  const nginx = spawn('/usr/sbin/nginx', ['-e', '/dev/null', '-c', file, '-g', 'daemon off;'], {
    stdio: 'ignore',
  })
  try {
    const get = (address: string) =>
      new Promise<{ status?: number; body: string }>((resolve, reject) => {
        https
          .get(`https://127.0.0.1:${port}${address}`, { rejectUnauthorized: false }, (answer) => {
            void text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
          })
          .on('error', reject)
      })
    await vi.waitFor(() => get('/api/health/live'), { timeout: 10_000, interval: 50 })
    for (const address of [
      '/api/health/ready?name=Jane',
      '/form/jane-doe',
      '/api/company/get/0192f0c1-7f80',
    ]) {
      expect((await get(address)).status).toBeLessThan(500)
    }
    const lines = await vi.waitFor(async () => {
      const found = (await readFile(log, 'utf8')).trimEnd().split('\n')
      expect(found.length).toBeGreaterThanOrEqual(4)
      return found.slice(-3).map((line): unknown => JSON.parse(line))
    })
    const calls = ['/api/health/ready', '/form', '/api/company/get']
    expect(lines).toMatchObject(calls.map((call) => ({ call, method: 'GET' })))
    for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/jane|0192f0c1/i)
  } finally {
    nginx.kill('SIGTERM')
  }
})
