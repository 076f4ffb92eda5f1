import type { TestProject } from 'vitest/node'
import { startScratchPostgres } from '../../platform/database/scratch-postgres.ts'
import type { ScratchPostgres } from '../../platform/database/scratch-postgres.ts'
import { installQueue } from '../../platform/queue/install-queue.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; adminUrl: string }
  }
}

declare global {
  // Each project of a run loads this file anew, so what they share cannot be a module's variable.
  var intakeTestPostgres: { server: Promise<ScratchPostgres>; users: number } | undefined
}

async function start(): Promise<ScratchPostgres> {
  const server = await startScratchPostgres()
  // Installed here, it needn't be for each of the tests' servers.
  await installQueue(server.url)
  return server
}

/** Boots one PostgreSQL server for all projects of a run that need one; the last of them stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.intakeTestPostgres ??= { server: start(), users: 0 })
  shared.users += 1
  const { url, adminUrl } = await shared.server
  project.provide('postgres', { url, adminUrl })
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    globalThis.intakeTestPostgres = undefined
    await (await shared.server).stop()
  }
}
