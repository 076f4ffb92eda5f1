import { formatSize } from '#domain/files'
import { backupMessages } from '#domain/messages/backup'
import { readConfig, type Config } from '../../config.ts'
import { keepsKeyFiles, keysFolder } from '../crypto/main-key-store.ts'
import { reachDatabase, requireDatabase } from '../database/open-database.ts'
import { createStorage } from '../files/create-storage.ts'
import { keyEntry } from './archive-format.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

export type Output = {
  print: (line: string) => void
  warn: (line: string) => void
  /** interrupts the command, which then cleans up */
  signal?: AbortSignal | undefined
}

export async function backupCommand(
  { file, withKeys: given = false }: { file: string; withKeys?: boolean | undefined },
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  // npm keeps the flag for itself if `--` is left out before it.
  const withKeys = given || env.npm_config_with_keys === 'true'
  const config = readConfig(env)
  await requireDatabase(config)
  const began = performance.now()
  const { url, stop } = await reachDatabase(config, logTo(output))
  try {
    const result = await backUp(
      { config, url, storage: createStorage(config), withKeys, signal: output.signal },
      file,
    )
    for (const { name, row } of result.missing) output.warn(backupMessages.missing(name, row))
    if (result.missing.length > 0) output.warn(backupMessages.incomplete(result.missing.length))
    output.print(
      backupMessages.done(file, { ...result, size: formatSize(result.bytes), seconds: since(began) }),
    )
    if (result.keysOutside.length > 0) {
      output.print(backupMessages.keepKeys(result.keysOutside.join(' and '), keyPlace(config)))
    }
    if (withKeys) output.warn(backupMessages.keysInside(file))
    return result.missing.length > 0 ? 2 : 0
  } finally {
    await stop()
  }
}

export async function restoreCommand(file: string, env: NodeJS.ProcessEnv, output: Output): Promise<void> {
  const config = readConfig(env)
  const began = performance.now()
  const { header, manifest, present, keysMissing, notVacuumed } = await restore(
    {
      config,
      storage: createStorage(config),
      log: logTo(output),
      signal: output.signal,
      onHeader: ({ createdAt, installation }) =>
        output.print(backupMessages.restoring(createdAt, installation ?? '-')),
    },
    file,
  )
  if (manifest.missing.length > 0) output.warn(backupMessages.restoredMissing(manifest.missing.length))
  for (const name of manifest.missing) output.warn(name)
  if (notVacuumed !== null) output.warn(backupMessages.cannotVacuum(notVacuumed))
  const { tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const totals = { rows, tables: tables.length, files: files.count, seconds: since(began) }
  output.print(backupMessages.restored(totals))
  if (present.length > 0) output.print(backupMessages.keysProven(present.join(' and ')))
  if (keysMissing.length > 0) {
    const how = header.withKeys ? keysMissing.map((id) => backupMessages.takeOut(keyEntry(id))).join('') : ''
    output.print(backupMessages.provideKey(keysMissing.join(' and '), keyPlace(config)) + how)
    if (keepsKeyFiles(config)) output.print(backupMessages.keyFileAlone)
  }
  output.print(backupMessages.onlyOne)
}

const keyPlace = (config: Config): string => (keepsKeyFiles(config) ? keysFolder(config) : 'ENCRYPTION_KEY')

function logTo({ warn }: Output) {
  const words = (...parts: unknown[]) => warn(parts.filter((part) => typeof part === 'string').join(' '))
  return { info: () => {}, warn: words, error: words }
}

const since = (began: number): string => ((performance.now() - began) / 1000).toFixed(1)
