import path from 'node:path'
import type { Piscina } from 'piscina'
import { CSV_LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { AppError, fieldError } from '../errors.ts'
import { workerFile } from '../submissions/pdf/pdf-renderer.ts'
import type { Csv, CsvTask } from './csv-worker.ts'

const words = serverMessages.import
const { filename, execArgv } = workerFile(path.join(import.meta.dirname, 'csv-worker.ts'))
let opened: Promise<Piscina> | undefined

async function openPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  const { threads: maxThreads, idleMs: idleTimeout, megabytes: maxOldGenerationSizeMb } = CSV_LIMITS
  const resourceLimits = { maxOldGenerationSizeMb }
  const pool = new Piscina({ minThreads: 0, maxThreads, idleTimeout, execArgv, resourceLimits })
  return pool.on('error', () => {})
}

/** In a thread. @throws AppError invalid_input for other columns, too many lines or cells; unavailable past its limits */
export async function readCsv(text: string, columns: readonly string[]): Promise<Csv> {
  if (text.includes('\uFFFD')) throw fieldError('csv', words.notUtf8)
  const pool = await (opened ??= openPool())
  const task: CsvTask = { text, columns }
  const run = pool.run(task, { filename, signal: AbortSignal.timeout(CSV_LIMITS.ms) })
  const csv: Csv = await run.catch((cause: unknown) => {
    throw new AppError('unavailable', undefined, { cause })
  })
  if (csv.fault === 'columns') throw fieldError('csv', words.columns(columns.join(', ')))
  if (csv.fault !== null) throw fieldError('csv', words.tooManyRows)
  if (csv.rows.length + csv.invalid.size === 0) throw fieldError('csv', words.empty)
  return csv
}
