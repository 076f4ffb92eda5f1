import path from 'node:path'
import { commandMessages } from '#domain/messages/command'
import type { Config } from '../config.ts'
import { hasCluster } from '../database/postgres-server.ts'

/**
 * For commands that have nothing to do on an empty database: opening the embedded one where there is none would make
 * one.
 *
 * @throws Error with one line that says what to do
 */
export async function refuseToMakeDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (databaseUrl === null && !(await hasCluster(dataDir)))
    throw new Error(commandMessages.noDatabase(path.join(dataDir, 'postgres')))
}
