import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { findFreePort } from '../../platform/database/postgres-server.ts'
import { startBucket, startFlakyBucket, type FlakyBucket } from './bucket.ts'
import { emptyDatabase } from './database.ts'
import { startChild, type Child } from './processes.ts'
import { TEST_ADMIN } from './server.ts'

/** Longer than `fail_timeout` of server/deploy/nginx.conf by a second, as nginx compares whole seconds. */
const NGINX_WAITS_MS = 3100

export type Node = {
  url: string
  port: number
  /** its own way to the bucket */
  bucket: FlakyBucket
  log: string[]
  pid(): number | undefined
  start(): Promise<void>
  /** Starts it, and waits until nginx asks it again. */
  comeBack(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<number | null | undefined>
}

export type Database = { url: string; directUrl?: string }
type Options = {
  count?: number
  publicPort?: number
  database?: Database
  env?: Record<string, string | undefined>
}

/**
 * Built servers with one database, bucket and key, each with a folder and a port of its own; not started yet, and gone
 * after the file's last test.
 */
export async function prepareNodes({ count = 2, publicPort, database, env = {} }: Options = {}) {
  const { url, directUrl }: Database = database ?? (await emptyDatabase())
  const [folder, bucket] = await Promise.all([mkdtemp(path.join(tmpdir(), 'intake-nodes-')), startBucket()])
  const shared = {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ADMIN_EMAIL: TEST_ADMIN.email,
    ADMIN_PASSWORD: TEST_ADMIN.password,
    SEED_DEMO: '1',
    RATE_LIMIT: 'off',
    TRUST_PROXY: publicPort === undefined ? undefined : '1',
    PUBLIC_URL: publicPort === undefined ? undefined : `http://localhost:${publicPort}`,
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'info',
    ...env,
  }
  const prepare = async (name: number): Promise<Node> => {
    const [port, ownBucket] = await Promise.all([findFreePort(), startFlakyBucket(bucket)])
    const log: string[] = []
    let child: Child | undefined
    const node: Node = {
      url: `http://localhost:${port}`,
      port,
      bucket: ownBucket,
      log,
      pid: () => child?.process.pid,
      async start() {
        const own = {
          PORT: String(port),
          DATA_DIR: path.join(folder, String(name)),
          STORAGE_URL: ownBucket.url.href,
        }
        child = await startChild(['dist/server.mjs'], { ...shared, ...own }, (line) => log.push(line))
      },
      async comeBack() {
        await node.start()
        await delay(NGINX_WAITS_MS)
      },
      async kill() {
        // One that ended by itself has no group any more.
        if (child?.process.exitCode === null) await child.killGroup()
        child = undefined
      },
      stop: async () => child?.stop(),
    }
    return node
  }
  const nodes: Node[] = []
  for (let name = 0; name < count; name++) nodes.push(await prepare(name))
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await rm(folder, { recursive: true, force: true })
  })
  return {
    nodes,
    folder,
    bucket,
    environment: { ...shared, DATA_DIR: path.join(folder, 'tools'), STORAGE_URL: bucket.href },
  }
}
