import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError, loadEnvFile, readConfig } from './config.ts'
import { projectRoot } from './project-root.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

function faults(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('the configuration', () => {
  test('needs nothing', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: path.resolve('data'),
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReplicaUrl: null,
      storageUrl: null,
      smtpUrl: null,
      clamdUrl: null,
      encryptionKey: null,
      previousEncryptionKey: null,
      adminEmail: 'admin@example.com',
      adminPassword: null,
      seedDemo: true,
      rateLimit: true,
      trustProxy: null,
      role: 'all',
      logLevel: 'info',
      metricsPort: null,
      traceUrl: null,
      maxFileBytes: 15 * 1024 * 1024,
      draftDays: 30,
      uploadQuotaAddressBytes: 500 * 1024 * 1024,
      uploadQuotaCompanyBytes: 10 * 1024 ** 3,
      diskReserveBytes: 1024 ** 3,
      orphanDays: 30,
      protectDays: 30,
      adoptStorage: false,
      signInPolicy: 'auto',
      hstsSubdomains: false,
      allowPlainSmtp: false,
      allowPrivateWebhooks: false,
    })
  })

  test('reads every variable', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://apply.example.com/',
      DATA_DIR: '/var/lib/intake',
      DATABASE_URL: 'postgresql://intake:secret@db:5432/intake',
      STORAGE_URL: 's3://files?endpoint=http://127.0.0.1:9000&region=us-east-1',
      AWS_ACCESS_KEY_ID: 'AK/1',
      AWS_SECRET_ACCESS_KEY: 's+e/c',
      SMTP_URL: 'smtps://mail.example.com',
      CLAMD_URL: 'tcp://scanner:3310',
      ENCRYPTION_KEY: KEY,
      ADMIN_EMAIL: 'boss@example.com',
      ADMIN_PASSWORD: 'long enough 1',
      SEED_DEMO: '1',
      RATE_LIMIT: 'off',
      TRUST_PROXY: '10.0.0.1, fd00::/8',
      WORKER: 'off',
      LOG_LEVEL: 'debug',
      MAX_FILE_MB: '20',
      DRAFT_DAYS: '7',
    })
    expect(config).toMatchObject({
      port: 0,
      publicUrl: 'https://apply.example.com',
      dataDir: '/var/lib/intake',
      encryptionKey: Buffer.alloc(32, 7),
      seedDemo: true,
      rateLimit: false,
      trustProxy: ['10.0.0.1', 'fd00::/8'],
      role: 'web',
      maxFileBytes: 20 * 1024 * 1024,
      draftDays: 7,
    })
    expect(config.clamdUrl?.host).toBe('scanner:3310')
    expect(config.storageUrl?.hostname).toBe('files')
    expect(decodeURIComponent(config.storageUrl?.username ?? '')).toBe('AK/1')
    expect(decodeURIComponent(config.storageUrl?.password ?? '')).toBe('s+e/c')
  })

  test('lists all faults, each with its name, what it got and what it takes', () => {
    expect(faults({ PORT: '70000', RATE_LIMIT: 'no', PUBLIC_URL: 'https://example.com/apply' })).toEqual([
      'PORT is "70000", but takes a number from 0 (any free port) to 65535',
      'PUBLIC_URL is "https://example.com/apply", but takes an address such as https://apply.example.com, without a path',
      'RATE_LIMIT is "no", but takes on or off',
    ])
  })

  test.each([
    ['PORT', '80a'],
    ['PUBLIC_URL', 'apply.example.com'],
    ['DATABASE_URL', 'mysql://localhost/intake'],
    ['STORAGE_URL', 's3://files?endpoint=nowhere'],
    ['SMTP_URL', 'mail.example.com'],
    ['CLAMD_URL', '/run/clamav/clamd.sock'],
    ['CLAMD_URL', 'tcp://'],
    ['CLAMD_URL', 'unix://clamd.sock'],
    ['ENCRYPTION_KEY', 'c2hvcnQ='],
    ['ADMIN_EMAIL', 'boss'],
    ['ADMIN_PASSWORD', 'short-1'],
    ['ADMIN_PASSWORD', 'long, yet without a digit'],
    ['SEED_DEMO', 'yes'],
    ['TRUST_PROXY', 'my-proxy'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['WORKER', 'paused'],
    ['LOG_LEVEL', 'loud'],
    ['MAX_FILE_MB', '0'],
    ['DRAFT_DAYS', '366'],
  ])('refuses %s=%s', (name, value) => {
    expect(faults({ [name]: value })).toEqual([expect.stringContaining(`${name} is `)])
  })

  test('takes a store with its key in the address, and none without a key', () => {
    const STORAGE_URL = 's3://AK:secret@files?region=us-east-1'
    expect(readConfig({ STORAGE_URL, AWS_ACCESS_KEY_ID: 'other' }).storageUrl?.href).toBe(STORAGE_URL)
    expect(faults({ STORAGE_URL: 's3://files' })).toEqual([
      expect.stringMatching(/^STORAGE_URL is .*AWS_ACCESS/),
    ])
  })

  test('does not repeat a secret', () => {
    const lines = faults({ ADMIN_PASSWORD: 'hunter2', ENCRYPTION_KEY: 'c2VjcmV0' }).join('\n')
    expect(lines).not.toMatch(/hunter2|c2VjcmV0/)
    expect(lines).toContain('ADMIN_PASSWORD is set to 7 characters, but takes 8 to')
  })

  test('wants a key for an external database, and tells how to make one', () => {
    const [fault] = faults({ DATABASE_URL: 'postgres://db/intake' })
    expect(fault).toMatch(/^ENCRYPTION_KEY is not set.*DATABASE_URL.*openssl rand -base64 32$/)
  })

  test('plants no demo into an external database unless told to', () => {
    const env = { DATABASE_URL: 'postgres://db/intake', ENCRYPTION_KEY: KEY }
    expect(readConfig(env).seedDemo).toBe(false)
    expect(readConfig({ ...env, SEED_DEMO: '1' }).seedDemo).toBe(true)
  })

  test('takes a role from the command line before WORKER', () => {
    const role = (args: string[], env = {}) => readConfig(env, args).role
    expect(role([], { WORKER: 'off' })).toBe('web')
    expect(role(['--role', 'worker'], { WORKER: 'off' })).toBe('worker')
    expect(role(['--role=web'])).toBe('web')
    expect(() => role(['--role', 'queue'])).toThrow(/^--role is "queue", but takes web, worker or all$/)
    expect(() => role(['--roll', 'web'])).toThrow(/^The command line takes --role .*--roll/)
    expect(() => role(['--role'])).toThrow(/^The command line takes --role web, worker or all alone/)
  })

  test('takes the direct address of a database only beside its pooler', () => {
    expect(faults({ DATABASE_DIRECT_URL: 'postgres://db/intake' })).toEqual([
      'DATABASE_DIRECT_URL is set without DATABASE_URL, the address of the pooler',
    ])
  })

  test('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', ENCRYPTION_KEY: ' ' })).toMatchObject({ port: 3000, encryptionKey: null })
  })

  test('is described in full by .env.example', async () => {
    const example = await readFile(path.join(projectRoot, '.env.example'), 'utf8')
    const described = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
    const source = await readFile(path.join(projectRoot, 'server/config.ts'), 'utf8')
    const read = new Set([...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name))
    expect(new Set(described)).toEqual(read)
  })
})

describe('a .env file', () => {
  const name = 'INTAKE_TEST_VARIABLE'
  afterEach(() => {
    delete process.env[name]
  })

  test('fills in what is not set, and may be missing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'intake-env-'))
    const file = path.join(folder, '.env')
    loadEnvFile(file)
    await writeFile(file, `${name}=from-file\n`)
    loadEnvFile(file)
    expect(process.env[name]).toBe('from-file')
    process.env[name] = 'set already'
    loadEnvFile(file)
    expect(process.env[name]).toBe('set already')
    await rm(folder, { recursive: true })
  })
})
