import { existsSync } from 'node:fs'
import path from 'node:path'
import { commandMessages } from '#domain/messages/command'
import type { Config } from '../config.ts'

/**
 * For commands that have nothing to do on an empty database: opening the embedded one where there is none would make
 * one.
 *
 * @throws Error with one line that says what to do
 */
export function refuseToMakeDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  const folder = path.join(dataDir, 'postgres')
  if (databaseUrl === null && !existsSync(folder)) throw new Error(commandMessages.noDatabase(folder))
}
