import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { LIMITS } from '#domain/limits'
import type { Config } from '../../config.ts'
import type { Services } from '../../services.ts'
import { startIntake } from '../../start.ts'
import { testDatabase } from './database.ts'

export const TEST_ADMIN = { email: 'admin@example.com', password: 'correct-horse-1' }

export type TestServer = {
  /** http://localhost:<port> */
  url: string
  services: Services
  /** a superuser's connection to its database */
  adminUrl: string
  /** every line of its log so far */
  log: string[]
  stop(): Promise<void>
}

/**
 * The real server on a database, a data folder and a port of its own, seeded with `TEST_ADMIN` and the demo company;
 * gone after the file's last test. Rate limits and jobs are off unless asked for. Call it at the top of a test file.
 */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const [{ url: databaseUrl, adminUrl }, dataDir] = await Promise.all([
    testDatabase(),
    mkdtemp(path.join(tmpdir(), 'intake-server-')),
  ])
  const log: string[] = []
  const running = await startIntake(
    {
      port: 0,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir,
      databaseUrl,
      databaseDirectUrl: null,
      databaseReplicaUrl: null,
      storageUrl: null,
      smtpUrl: null,
      clamdUrl: null,
      encryptionKey: randomBytes(32),
      previousEncryptionKey: null,
      adminEmail: TEST_ADMIN.email,
      adminPassword: TEST_ADMIN.password,
      seedDemo: true,
      rateLimit: false,
      trustProxy: null,
      role: 'web',
      workerConcurrency: 2,
      recognizeScans: false,
      logLevel: 'debug',
      metricsPort: null,
      traceUrl: null,
      maxFileBytes: LIMITS.fileBytes,
      draftDays: LIMITS.draftDays,
      uploadQuotaAddressBytes: 500 * 1024 * 1024,
      uploadQuotaCompanyBytes: 10 * 1024 ** 3,
      diskReserveBytes: 0,
      orphanDays: 30,
      protectDays: 30,
      adoptStorage: false,
      signInPolicy: 'auto',
      hstsSubdomains: false,
      allowPlainSmtp: false,
      allowPrivateWebhooks: false,
      signing: { certificateFile: null, keyFile: null, p12File: null, p12Password: null },
      timestampUrl: null,
      ...overrides,
    },
    { write: (line) => void log.push(line) },
  )
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  afterAll(stop)
  return { url: running.url, services: running.services, adminUrl, log, stop }
}
