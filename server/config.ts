import path from 'node:path'
import { z } from 'zod'
import { isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { passwordProblem } from '#domain/password'
import { ConfigError, findMisnamed, loadEnvFile, readSetting } from './config-sources.ts'
import {
  areProxies,
  base64Key,
  integer,
  isBucket,
  isMailServer,
  isOrigin,
  isSocketAddress,
  LOG_LEVELS,
  optional,
  SIGN_IN_POLICIES,
  splitList,
  urlWithProtocol,
} from './config-values.ts'

export { ConfigError } from './config-sources.ts'

/** Names, defaults and meanings: .env.example. */
export type Config = ReturnType<typeof readConfig>

/** `web` leaves the jobs to others; `worker` serves health checks only. */
export const ROLES = ['all', 'web', 'worker'] as const

const BYTES_PER_MB = 1024 * 1024

const schema = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  PUBLIC_URL: optional(
    urlWithProtocol('http:', 'https:')
      .refine(isOrigin)
      .transform((url) => url.origin),
  ),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((folder) => path.resolve(folder)),
  DATABASE_URL: optional(urlWithProtocol('postgres:', 'postgresql:').transform((url) => url.href)),
  DATABASE_DIRECT_URL: optional(urlWithProtocol('postgres:', 'postgresql:').transform((url) => url.href)),
  DATABASE_REPLICA_URL: optional(urlWithProtocol('postgres:', 'postgresql:').transform((url) => url.href)),
  STORAGE_URL: optional(urlWithProtocol('s3:').refine(isBucket)),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: optional(urlWithProtocol('smtp:', 'smtps:').refine(isMailServer)),
  CLAMD_URL: optional(urlWithProtocol('tcp:', 'unix:').refine(isSocketAddress)),
  ENCRYPTION_KEY: optional(base64Key),
  ENCRYPTION_KEY_PREVIOUS: optional(base64Key),
  ADMIN_EMAIL: z.string().refine(isEmailAddress).default('admin@example.com'),
  ADMIN_PASSWORD: optional(z.string().refine((password) => passwordProblem(password) === null)),
  SEED_DEMO: optional(z.enum(['0', '1'])),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: optional(z.union([integer(1, 10), z.string().transform(splitList).refine(areProxies)])),
  WORKER: z.enum(['on', 'off']).default('on'),
  WORKER_CONCURRENCY: integer(1, 64).default(2),
  OCR: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  METRICS_PORT: optional(integer(0, 65_535)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(urlWithProtocol('http:', 'https:').transform((url) => url.href)),
  MAX_FILE_MB: integer(1, 1024).default(LIMITS.fileBytes / BYTES_PER_MB),
  DRAFT_DAYS: integer(1, 365).default(LIMITS.draftDays),
  UPLOAD_QUOTA_ADDRESS_MB: integer(1, 1_000_000).default(500),
  UPLOAD_QUOTA_COMPANY_MB: integer(1, 100_000_000).default(10_240),
  DISK_RESERVE_MB: integer(0, 100_000_000).default(1024),
  ORPHAN_DAYS: integer(1, 3650).default(30),
  PROTECT_DAYS: integer(1, 3650).default(30),
  STORAGE_ADOPT: z.enum(['0', '1']).default('0'),
  SIGN_IN_POLICY: z.enum(SIGN_IN_POLICIES).default('auto'),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
  SMTP_ALLOW_PLAIN: z.enum(['0', '1']).default('0'),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1']).default('0'),
  SIGNING_CERT_FILE: optional(z.string()),
  SIGNING_KEY_FILE: optional(z.string()),
  SIGNING_P12_FILE: optional(z.string()),
  SIGNING_P12_PASSWORD: optional(z.string()),
  TSA_URL: optional(urlWithProtocol('http:', 'https:').transform((url) => url.href)),
})

export const SETTING_NAMES = schema.keyof().options

type Name = (typeof SETTING_NAMES)[number]

const TAKES: Record<Name, string> = {
  PORT: 'a number from 0 (any free port) to 65535',
  HOST: 'a host name or address to listen on',
  PUBLIC_URL: 'an address such as https://apply.example.com, without a path',
  DATA_DIR: 'the path of a folder',
  DATABASE_URL: 'postgresql://user:password@host:port/database',
  DATABASE_DIRECT_URL: 'postgresql://user:password@host:port/database',
  DATABASE_REPLICA_URL: 'postgresql://user:password@host:port/database',
  STORAGE_URL: 's3://bucket?endpoint=https://…&region=…',
  AWS_ACCESS_KEY_ID: 'the access key of STORAGE_URL',
  AWS_SECRET_ACCESS_KEY: 'the secret of that access key',
  SMTP_URL: 'smtp://user:password@host:port or smtps://…, and of ?from= an address alone',
  CLAMD_URL: 'tcp://host:3310 or unix:///path/of/clamd.sock',
  ENCRYPTION_KEY: '32 bytes in base64; one is made by: openssl rand -base64 32',
  ENCRYPTION_KEY_PREVIOUS: 'the ENCRYPTION_KEY of before, while keys are changed',
  ADMIN_EMAIL: 'an e-mail address',
  ADMIN_PASSWORD: `${LIMITS.passwordLength} to ${LIMITS.passwordMaxLength} characters, one of them a digit`,
  SEED_DEMO: '1 or 0',
  RATE_LIMIT: 'on or off',
  TRUST_PROXY: 'the number of proxies (1 to 10), or their addresses or ranges with commas between',
  WORKER: 'on or off',
  WORKER_CONCURRENCY: 'a number of jobs from 1 to 64',
  OCR: 'on or off',
  LOG_LEVEL: `one of ${LOG_LEVELS.join(', ')}`,
  METRICS_PORT: 'a number from 0 (any free port) to 65535',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an address such as http://collector.example.com:4318',
  MAX_FILE_MB: 'a number of megabytes from 1 to 1024',
  DRAFT_DAYS: 'a number of days from 1 to 365',
  UPLOAD_QUOTA_ADDRESS_MB: 'a number of megabytes from 1 to 1000000',
  UPLOAD_QUOTA_COMPANY_MB: 'a number of megabytes from 1 to 100000000',
  DISK_RESERVE_MB: 'a number of megabytes from 0 to 100000000',
  ORPHAN_DAYS: 'a number of days from 1 to 3650',
  PROTECT_DAYS: 'a number of days from 1 to 3650',
  STORAGE_ADOPT: '1 or 0',
  SIGN_IN_POLICY: `one of ${SIGN_IN_POLICIES.join(', ')}`,
  HSTS_SUBDOMAINS: 'on or off',
  SMTP_ALLOW_PLAIN: '1 or 0',
  WEBHOOK_ALLOW_PRIVATE: '1 or 0',
  SIGNING_CERT_FILE: 'the path of a PEM file: the certificate that seals, then those of its issuers',
  SIGNING_KEY_FILE: "the path of a PEM file with that certificate's key",
  SIGNING_P12_FILE: 'the path of a PKCS#12 file, in place of SIGNING_CERT_FILE and SIGNING_KEY_FILE',
  SIGNING_P12_PASSWORD: 'the password of SIGNING_P12_FILE',
  TSA_URL: 'the address of a time-stamping authority (RFC 3161)',
}

// May hold passwords, so errors tell their length only.
const SECRET: ReadonlySet<Name> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'STORAGE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'SIGNING_P12_PASSWORD',
])

export const KNOWN_NAMES = new Set<string>([...SETTING_NAMES, ...[...SECRET].map((name) => `${name}_FILE`)])

/** Loads .env. @returns warnings about names in it and in the environment */
export const loadSettings = (): string[] => findMisnamed(KNOWN_NAMES, process.env, loadEnvFile())

/** @param role of the command line; WORKER decides without one */
export function readConfig(env: NodeJS.ProcessEnv, role?: string) {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, readSetting(name, env, SECRET.has(name))]),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const wrong = new Set(result.error.issues.map((issue) => issue.path[0]))
    const faults = SETTING_NAMES.filter((name) => wrong.has(name)).map((name) =>
      fault(name, given[name] ?? ''),
    )
    throw new ConfigError(faults.join('\n'))
  }
  const values = result.data
  if (values.DATABASE_URL !== null && values.ENCRYPTION_KEY === null) {
    throw new ConfigError(
      `ENCRYPTION_KEY is not set, but an external database (DATABASE_URL) needs it; it takes ${TAKES.ENCRYPTION_KEY}`,
    )
  }
  if (values.DATABASE_URL === null && values.DATABASE_DIRECT_URL !== null)
    throw new ConfigError('DATABASE_DIRECT_URL is set without DATABASE_URL, the address of the pooler')
  const { SIGNING_CERT_FILE, SIGNING_KEY_FILE, SIGNING_P12_FILE } = values
  if ((SIGNING_CERT_FILE === null) !== (SIGNING_KEY_FILE === null) || (SIGNING_CERT_FILE && SIGNING_P12_FILE))
    throw new ConfigError('Set either SIGNING_CERT_FILE and SIGNING_KEY_FILE, or SIGNING_P12_FILE')
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    storageUrl:
      values.STORAGE_URL &&
      withCredentials(values.STORAGE_URL, values.AWS_ACCESS_KEY_ID, values.AWS_SECRET_ACCESS_KEY),
    smtpUrl: values.SMTP_URL,
    clamdUrl: values.CLAMD_URL,
    encryptionKey: values.ENCRYPTION_KEY,
    previousEncryptionKey: values.ENCRYPTION_KEY_PREVIOUS,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    seedDemo: values.SEED_DEMO === null ? values.DATABASE_URL === null : values.SEED_DEMO === '1',
    rateLimit: values.RATE_LIMIT === 'on',
    trustProxy: values.TRUST_PROXY,
    role: ROLES.find((each) => each === role) ?? (values.WORKER === 'off' ? 'web' : 'all'),
    workerConcurrency: values.WORKER_CONCURRENCY,
    recognizeScans: values.OCR === 'on',
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    traceUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    maxFileBytes: values.MAX_FILE_MB * BYTES_PER_MB,
    draftDays: values.DRAFT_DAYS,
    uploadQuotaAddressBytes: values.UPLOAD_QUOTA_ADDRESS_MB * BYTES_PER_MB,
    uploadQuotaCompanyBytes: values.UPLOAD_QUOTA_COMPANY_MB * BYTES_PER_MB,
    diskReserveBytes: values.DISK_RESERVE_MB * BYTES_PER_MB,
    orphanDays: values.ORPHAN_DAYS,
    protectDays: values.PROTECT_DAYS,
    adoptStorage: values.STORAGE_ADOPT === '1',
    signInPolicy: values.SIGN_IN_POLICY,
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    allowPlainSmtp: values.SMTP_ALLOW_PLAIN === '1',
    allowPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE === '1',
    signing: {
      certificateFile: SIGNING_CERT_FILE,
      keyFile: SIGNING_KEY_FILE,
      p12File: SIGNING_P12_FILE,
      p12Password: values.SIGNING_P12_PASSWORD,
    },
    timestampUrl: values.TSA_URL,
  }
}

function fault(name: Name, got: string): string {
  const shown = SECRET.has(name) ? `set to ${got.length} characters` : `"${got}"`
  return `${name} is ${shown}, but takes ${TAKES[name]}`
}

function withCredentials(storageUrl: URL, accessKey: string | null, secret: string | null): URL {
  const url = new URL(storageUrl)
  if (url.username === '') url.username = encodeURIComponent(accessKey ?? '')
  if (url.password === '') url.password = encodeURIComponent(secret ?? '')
  if (url.username === '' || url.password === '') {
    throw new ConfigError(
      'STORAGE_URL is set without an access key, but takes one: in the address (s3://key:secret@bucket) or by ' +
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  }
  return url
}
