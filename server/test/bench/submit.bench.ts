import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { startEmbeddedPostgres } from '../../database/embedded-postgres.ts'
import { median, startChild, type Child } from '../support/processes.ts'

/**
 * Submits of a full application with two signatures of 8 KB, at concurrency 1 and 16, against the same JSON inserted
 * by bare node:http and pg on the same PostgreSQL, in turns within one run; jobs paused. `npm run bench:submit`.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

/** What a PNG begins and ends with; between them noise, which does not compress. */
const BEGIN = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')

const signature = (): string => {
  const png = Buffer.concat([BEGIN, randomBytes(8 * 1024 - BEGIN.length - END.length), END])
  return `data:image/png;base64,${png.toString('base64')}`
}
const body = JSON.stringify({
  ...fullApplication({ signer1Signature: signature(), signer2Signature: signature() }),
  generatedLinkSlug: 'demo',
})

async function measure(
  url: string,
  connections: number,
): Promise<{ perSecond: number; p50: number; p99: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  return { perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

async function compare(intake: Child, bare: Child, connections: number): Promise<void> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const bareRun = await measure(bare.url, connections)
    const intakeRun = await measure(`${intake.url}/api/form/submit`, connections)
    theirs.push(bareRun.perSecond)
    ours.push(intakeRun.perSecond)
    console.log(
      `  c=${connections} round ${round + 1}: bare ${bareRun.perSecond.toFixed(0)}/s (p50 ${bareRun.p50} ms), ` +
        `intake ${intakeRun.perSecond.toFixed(0)}/s (p50 ${intakeRun.p50} ms, p99 ${intakeRun.p99} ms)`,
    )
  }
  const ratio = median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN)))
  console.log(
    `c=${connections} median: bare ${median(theirs).toFixed(0)}/s, intake ${median(ours).toFixed(0)}/s, ` +
      `ratio ${ratio.toFixed(2)}`,
  )
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const children: Child[] = []
try {
  const bare = await startChild(['--import', 'tsx', 'server/test/bench/bare-server.ts'], {
    BARE_DATABASE_URL: postgres.adminUrl,
    NODE_ENV: 'production',
  })
  children.push(bare)
  const intake = await startChild(['dist/server.mjs'], {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: path.join(dataDir, 'intake'),
    NODE_ENV: 'production',
    PORT: '0',
    SEED_DEMO: '1',
    WORKER: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  })
  children.push(intake)
  console.log(`Body ${(body.length / 1024).toFixed(1)} KB, ${ROUNDS} rounds of ${SECONDS} s`)
  for (const connections of [1, 16]) await compare(intake, bare, connections)
} finally {
  await Promise.all(children.map((child) => child.stop()))
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
