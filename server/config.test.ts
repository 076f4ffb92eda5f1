import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { findMisnamed, loadEnvFile } from './config-sources.ts'
import { ConfigError, KNOWN_NAMES, readConfig } from './config.ts'
import { projectRoot } from './project-root.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-config-'))
afterAll(() => rm(folder, { recursive: true }))

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
      workerConcurrency: 2,
      logLevel: 'info',
      recognizeScans: true,
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
      signing: { certificateFile: null, keyFile: null, p12File: null, p12Password: null },
      timestampUrl: null,
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
    ['SMTP_URL', 'smtp://mail.example.com?from=Broker <desk@example.com>'],
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
    const role = (given?: string, env = {}) => readConfig(env, given).role
    expect(role(undefined, { WORKER: 'off' })).toBe('web')
    expect(role('worker', { WORKER: 'off' })).toBe('worker')
    expect(role('web')).toBe('web')
  })

  test.each(['DATABASE_URL', 'ENCRYPTION_KEY', 'SMTP_URL'])('reads %s from a file', async (name) => {
    const values = { DATABASE_URL: 'postgres://db/intake', ENCRYPTION_KEY: KEY, SMTP_URL: 'smtp://mail' }
    const file = path.join(folder, name)
    await writeFile(file, `${values[name as keyof typeof values]}\n`)
    const env = { ...values, [name]: '', [`${name}_FILE`]: file }
    expect(readConfig(env)).toEqual(readConfig(values))
    expect(faults({ ...env, ...values })).toEqual([
      `Both ${name} and ${name}_FILE are set; unset one of them`,
    ])
    expect(faults({ [`${name}_FILE`]: `${file}.gone` })).toEqual([
      expect.stringMatching(
        new RegExp(`^${name}_FILE names a file that cannot be read: ENOENT.*${name}.gone'$`),
      ),
    ])
    await writeFile(file, ' ')
    expect(faults({ [`${name}_FILE`]: file })).toEqual([
      expect.stringContaining(`${name} is set to 0 characters`),
    ])
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
    const file = path.join(folder, '.env')
    expect(loadEnvFile(file)).toEqual([])
    await writeFile(file, `# ${name}_2=1\n${name}=from-file\n`)
    expect(loadEnvFile(file)).toEqual([name])
    expect(process.env[name]).toBe('from-file')
    process.env[name] = 'set already'
    loadEnvFile(file)
    expect(process.env[name]).toBe('set already')
  })
})

describe('a name that is no setting', () => {
  const inEnvironment = (...names: string[]) =>
    findMisnamed(KNOWN_NAMES, Object.fromEntries(names.map((name) => [name, '1'])), [])
  const inFile = (name: string) => findMisnamed(KNOWN_NAMES, { [name]: '1' }, [name])

  test.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PROT', 'PORT'],
    ['ORT', 'PORT'],
    ['HOSST', 'HOST'],
    ['DATABASE_UIR', 'DATABASE_URL'],
    ['ENCRYPTON_KYE', 'ENCRYPTION_KEY'],
    ['SMTP_URL_FLIE', 'SMTP_URL_FILE'],
    ['WORKER_CONCURENCY', 'WORKER_CONCURRENCY'],
  ])('but near one is named with it: %s, %s', (name, meant) => {
    const line = `${name} is not a setting and has no effect; did you mean ${meant}?`
    expect(inEnvironment(name)).toEqual([line])
    expect(inFile(name)).toEqual([line])
  })

  test('is told of in .env, unless it is for Node or a library', () => {
    expect(inFile('COMPANY_NAME')).toEqual(['COMPANY_NAME in .env is not a setting and has no effect'])
    for (const name of ['NODE_OPTIONS', 'TZ', 'PGSSLROOTCERT', 'OTEL_SERVICE_NAME'])
      expect(inFile(name)).toEqual([])
    expect(inFile('PUBLIC_URL')).toEqual([])
  })

  test('is no matter in the environment, however many other programs set', () => {
    const shell =
      'HOME HOSTNAME LANG LC_ALL LOGNAME MAIL OLDPWD PATH PS1 PWD SHELL SHLVL SUDO_USER TERM USER _'
    const desktop =
      'DISPLAY EDITOR PAGER SSH_AUTH_SOCK SSH_TTY TMPDIR WAYLAND_DISPLAY XDG_RUNTIME_DIR COLORTERM'
    const programs =
      'AWS_REGION AWS_PROFILE AWS_SESSION_TOKEN CHOST DB_HOST DB_PORT DEBUG FORCE_COLOR GOPATH HOSTTYPE HTTPS_PROXY ' +
      'INIT_CWD INVOCATION_ID JAVA_HOME JOURNAL_STREAM KUBERNETES_PORT KUBERNETES_SERVICE_HOST LISTEN_FDS LOGLEVEL ' +
      'NODE NODE_ENV NO_PROXY OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL PGHOST PGPORT PORT0 PORTS ' +
      'POSTGRES_DB REDIS_URL SMTP_HOST SMTP_PORT STATE_DIRECTORY VIRTUAL_ENV WEB_CONCURRENCY WORKERS npm_config_port'
    const names = [shell, desktop, programs].join(' ').split(' ')
    expect(inEnvironment(...names, ...Object.keys(process.env))).toEqual([])
  })
})
