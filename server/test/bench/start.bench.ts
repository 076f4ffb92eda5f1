import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { median, startChild } from '../support/processes.ts'

/** From the start of the process to its Ready line: the first start of an empty folder, then starts with nothing new. */
const STARTS = Number(process.env.BENCH_STARTS ?? 7)
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
const env = { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production', DATABASE_URL: undefined }

async function startOnce(): Promise<number> {
  const child = await startChild(['dist/server.mjs'], env)
  await child.stop()
  return child.startedInMs
}

try {
  console.log(`first start (initdb, migrations, seed): ${(await startOnce()).toFixed(0)} ms`)
  const again: number[] = []
  for (let start = 0; start < STARTS; start++) again.push(await startOnce())
  console.log(`later starts, median of ${STARTS}: ${median(again).toFixed(0)} ms`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
