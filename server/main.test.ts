import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from './test/support/database.ts'
import { call, signIn } from './test/support/factories.ts'
import { startChild, type Child } from './test/support/processes.ts'

const { url: databaseUrl } = await testDatabase()
const MAIN = ['dist/server.mjs']
const ENCRYPTION_KEY = randomBytes(32).toString('base64')

let dataDir: string
const children: Child[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'intake-main-'))
  await chmod(dataDir, 0o755)
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(
  changes: Record<string, string | undefined> = {},
  log?: (line: string) => void,
): Promise<Child> {
  const env = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: undefined,
    ADMIN_PASSWORD: undefined,
    ...changes,
  }
  const child = await startChild(MAIN, env, log)
  children.push(child)
  return child
}

/** Sends the head and half of a body; answers a function that sends the rest and waits for the answer. */
async function halfwayThrough(url: string): Promise<() => Promise<{ status: number; text: string }>> {
  const [first, second] = ['{"email":"a@example.com",', '"password":"x"}']
  const request = http.request(`${url}/api/auth/login`, {
    method: 'POST',
    agent: new http.Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/json', 'content-length': first.length + second.length },
  })
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
  })
  // Avoids an unhandled rejection; awaiting callers still see the error.
  answer.catch(() => {})
  await new Promise<void>((resolve, reject) =>
    request.write(first, (error) => (error ? reject(error) : resolve())),
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  return () => {
    request.end(second)
    return answer
  }
}

const exitOf = (child: Child) => new Promise<number | null>((resolve) => child.process.once('exit', resolve))

/** A start that fails: its exit code and what it says. */
async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    await promisify(execFile)(process.execPath, MAIN, {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', ...env },
    })
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
  throw new Error('It started')
}

describe('the process', () => {
  it('makes everything on the first start, says so once, and finds it again on the second', async () => {
    const embedded = { DATABASE_URL: undefined, ENCRYPTION_KEY: undefined }
    const first = await start(embedded)
    const password = first.lines.find((line) => line.startsWith('Admin password: '))?.slice(16) ?? ''
    expect(first.lines).toEqual([
      'Admin e-mail: admin@example.com',
      `Admin password: ${password}`,
      `Demo form: ${first.url}/form/demo`,
      `Ready on ${first.url}`,
    ])
    await signIn(first.url, 'admin@example.com', password)
    expect(await first.stop()).toBe(0)

    const second = await start(embedded)
    expect(second.lines).toEqual([`Ready on ${second.url}`])
    await signIn(second.url, 'admin@example.com', password)
    expect(await second.stop()).toBe(0)
  })

  it('on SIGTERM accepts no more, finishes what is in flight, and exits with 0 without waiting for idle connections', async () => {
    const child = await start()
    const port = Number(new URL(child.url).port)
    const idle = net.connect(port, '127.0.0.1')
    const idleClosed = new Promise((resolve) => idle.once('close', resolve))
    const finish = await halfwayThrough(child.url)

    const exited = exitOf(child)
    const began = Date.now()
    child.process.kill('SIGTERM')
    await idleClosed
    await expect(call(child.url, 'GET', '/health/live')).rejects.toThrow()
    const { status, text } = await finish()
    expect([status, JSON.parse(text)]).toEqual([
      401,
      expect.objectContaining({ error: 'Invalid email or password.' }),
    ])
    expect(await exited).toBe(0)
    // It would wait as long for connections.
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it(
    'ignores a second signal within two seconds and ends at once on a later one',
    { tags: ['long'] },
    async () => {
      const child = await start()
      const finish = await halfwayThrough(child.url)
      const exited = exitOf(child)
      child.process.kill('SIGINT')
      child.process.kill('SIGINT')
      await expect.poll(() => call(child.url, 'GET', '/health/live').catch(() => 'closed')).toBe('closed')
      await delay(2000)
      expect(child.process.exitCode).toBeNull()
      child.process.kill('SIGINT')
      expect(await exited).toBe(1)
      await expect(finish()).rejects.toThrow()
    },
  )

  it('finishes what is in flight when its terminal closes, with the reader of its log', async () => {
    const child = await start({ LOG_LEVEL: 'trace' }, () => {})
    const finish = await halfwayThrough(child.url)
    const exited = exitOf(child)
    child.process.stderr?.destroy()
    child.process.stdout?.destroy()
    child.process.kill('SIGHUP')
    expect(await finish()).toMatchObject({ status: 401 })
    expect(await exited).toBe(0)
  })

  it('names every variable at fault and does not start', async () => {
    const { code, stdout, stderr } = await failedStart({ PORT: 'abc', RATE_LIMIT: 'maybe' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('PORT'),
      expect.stringContaining('RATE_LIMIT'),
    ])
  })

  it('warns in its log of a name that looks like a misspelled setting', async () => {
    const lines: string[] = []
    await start({ LOG_LEVEL: 'warn', PUBLIC_ULR: 'https://apply.example.com' }, (line) => lines.push(line))
    const warnings = lines.map((line): unknown => JSON.parse(line))
    expect(warnings).toMatchObject([
      { level: 40, msg: 'PUBLIC_ULR is not a setting and has no effect; did you mean PUBLIC_URL?' },
    ])
  })

  it('says in one line what keeps it from starting', { tags: ['long'] }, async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const busy = await failedStart({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY, PORT: port })
    taken.close()
    expect(busy).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `PORT ${port} is in use on 127.0.0.1; set PORT to another one, or to 0 for any\n`,
    })

    // Before the database is looked for.
    const none = { DATABASE_URL: 'postgresql://x:y@127.0.0.1:9/none', ENCRYPTION_KEY }
    const twice = await failedStart({ ...none, PORT: port, METRICS_PORT: port })
    expect(twice).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`METRICS_PORT ${port} is in use`),
    })

    const wrongKey = await failedStart({
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    })
    expect(wrongKey).toMatchObject({ code: 1, stdout: '' })
    expect(wrongKey.stderr).toMatch(/^Intake cannot start: ENCRYPTION_KEY is not the key .*\n$/)

    const unreachable = await failedStart({
      DATABASE_URL: 'postgresql://x:secret-word@127.0.0.1:9/none',
      ENCRYPTION_KEY,
    })
    expect(unreachable.stderr).toMatch(/^Intake cannot start: .*127\.0\.0\.1:9.*\n$/)
    expect(unreachable.stderr).not.toContain('secret-word')
  })
})
