import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isRecord, parseJson } from '#domain/json'
import { startChild } from '../support/processes.ts'

/** The seeded admin of a built server. */
export const KEEPER = { email: 'admin@example.com', password: 'correct-horse-1' }

/** What a log tells: requests by their status, and lines of faults of ours. */
export type LogCount = { statuses: Map<number, number>; errors: string[] }

export type BuiltServer = {
  url: string
  /** what was logged since it was last asked */
  newInLog(): Promise<LogCount>
  stop(): Promise<void>
}

/** The built server with an embedded database, demo data and no rate limits, in a folder of its own that goes with it. */
export async function startBuiltServer(): Promise<BuiltServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'intake-outside-'))
  const logFile = path.join(folder, 'log')
  const log = openSync(logFile, 'a')
  const child = await startChild(
    ['--enable-source-maps', 'dist/server.mjs'],
    {
      DATA_DIR: path.join(folder, 'data'),
      NODE_ENV: 'production',
      PORT: '0',
      ADMIN_EMAIL: KEEPER.email,
      ADMIN_PASSWORD: KEEPER.password,
      SEED_DEMO: '1',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'debug',
    },
    log,
  )
  let read = 0
  return {
    url: child.url,
    async newInLog() {
      const lines = (await readFile(logFile, 'utf8')).split('\n').slice(0, -1)
      const count = countOf(lines.slice(read))
      read = lines.length
      return count
    },
    async stop() {
      await child.stop()
      closeSync(log)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function countOf(lines: string[]): LogCount {
  const statuses = new Map<number, number>()
  const errors: string[] = []
  for (const line of lines) {
    const entry = parseJson(line)
    // What is no log line was printed by the process in its distress.
    if (!isRecord(entry) || Number(entry.level) >= 50) errors.push(line)
    else if (typeof entry.status === 'number')
      statuses.set(entry.status, (statuses.get(entry.status) ?? 0) + 1)
  }
  return { statuses, errors }
}

/** '200 × 12, 404 × 3' */
export const inWords = (statuses: Map<number, number>): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')
