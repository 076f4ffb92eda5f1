import { ZodError, z } from 'zod'
import { getOwn } from '#domain/get-own'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { LIMITS, CSV_LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Tx } from '../platform/database/db.ts'
import { hashPassword } from '../auth/passwords.ts'
import { newToken } from '../auth/tokens.ts'
import { AppError, errorBody, fieldError } from '../errors.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import type { Services } from '../services.ts'
import { publicError } from '../trpc/public-error.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import { rejectTaken } from '../entities/user/new-email.ts'
import type { Csv, CsvTask } from './csv-worker.ts'
import type { Batch } from './import-kind.ts'
import { IMPORT_KINDS } from './import-kinds.ts'
import { envelope } from '../trpc/envelope.ts'
import { hasControlCharacters } from '../trpc/inputs.ts'
import { eg, withExamples } from '../trpc/example.ts'
import path from 'node:path'
import type { Piscina } from 'piscina'
import { workerFile } from '../worker-file.ts'

export const importInput = z.strictObject({
  csv: z
    .string()
    .max(LIMITS.importBytes)
    .meta({
      description: `A file with a header line and commas, at most ${LIMITS.importRows} lines; an empty cell leaves a field out`,
      example: 'nameIn,nameOut\nAcme (east),Acme Funding',
    }),
  dryRun: z.boolean().optional().meta({ description: 'Names every invalid line and imports nothing' }),
})
export type ImportInput = z.infer<typeof importInput>

const lineError = z.object({ line: z.number().int(), field: z.string(), error: z.string() })
const report = withExamples({
  rows: eg(z.number().int(), 1),
  created: eg(z.number().int(), 1),
  unchanged: eg(z.number().int(), 0),
  errors: eg(z.array(lineError), []),
})
export type ImportReport = z.infer<typeof report>
export const importOutput = envelope(report)

const words = serverMessages.import
/** Each holds a connection for as long as it takes. */
const limited = limitConcurrency(2)

/**
 * Checks all lines by reading, which takes no lock, and then creates their records in one short transaction, or none.
 * A dry run ends before that.
 * @throws AppError invalid_input with the errors of the lines; a dry run returns them
 */
export const importCsv = (
  services: Services,
  by: AuditActor,
  kind: keyof typeof IMPORT_KINDS,
  { csv, dryRun = false }: ImportInput,
): Promise<ImportReport> =>
  limited(
    async () => {
      const { columns, unique, begin } = IMPORT_KINDS[kind]
      const read = await readCsv(csv, columns)
      const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
        services.db.as(by.actor).write(work, LIMITS.importSeconds * 1000)
      const { batch, report } = await inTx(async (tx) => {
        const readable = read.rows.filter(({ cells }) => findControl(cells) === undefined)
        const begun = await begin({ services, by, tx }, readable)
        return { batch: begun, report: await checkLines(begun, unique, read) }
      })
      const { errors } = report
      if (dryRun) return report
      if (errors.length > 0) {
        const fields = Object.fromEntries(errors.map(({ line, field, error }) => [`${line}.${field}`, error]))
        throw new AppError('invalid_input', words.nothingImported(errors.length), { fields })
      }
      // A random password that is not shown: users set their own by the mailed link.
      const passwordHash = kind === 'user' ? await hashPassword(newToken(), by.actor.userId) : ''
      const created = await inTx(async (tx) => {
        const added = await batch.add(tx, passwordHash)
        const detail = { created: added, unchanged: report.rows - added }
        const entry = { companyId: by.actor.companyId, actor: by.actor, objectType: kind, ip: by.ip, detail }
        await recordEvent(tx, { ...entry, act: 'imported' })
        return added
      }).catch(rejectTaken)
      return { ...report, created, unchanged: report.rows - created }
    },
    { owner: by.actor.userId },
  )

/** The first column with control characters, which PostgreSQL can neither store nor look for. */
const findControl = (cells: Csv['rows'][number]['cells']): string | undefined =>
  Object.keys(cells).find((column) => hasControlCharacters(getOwn(cells, column) ?? ''))

/** Stops after so many invalid lines that the file is to be corrected first. */
async function checkLines(batch: Batch, unique: readonly string[], { rows, invalid }: Csv) {
  const report: ImportReport = { rows: rows.length, created: 0, unchanged: 0, errors: [] }
  const faulty = new Set<number>()
  const takeFault = (line: number, found: [field: string, error: string][]): boolean => {
    const isLast = faulty.add(line).size > LIMITS.importErrors
    const shown = isLast ? [['', words.stopped(LIMITS.importErrors)] as const] : found
    report.errors.push(...shown.map(([field, error]) => ({ line, field, error })))
    return !isLast
  }
  const isReadable = [...invalid].every((line) => takeFault(line, [['', words.notCsv]]))
  const seen = new Map<string, number>()
  for (const { line, cells } of isReadable ? rows : []) {
    const key = JSON.stringify(unique.map((column) => getOwn(cells, column)?.toLowerCase()))
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, line)
    try {
      if (earlier !== undefined) throw new AppError('invalid_input', words.twice(earlier))
      const field = findControl(cells)
      if (field !== undefined) throw fieldError(field, ({ controlCharacters }) => controlCharacters)
      report[(await batch.check(cells)) ? 'created' : 'unchanged'] += 1
    } catch (error) {
      if (!takeFault(line, readErrors(error))) break
    }
  }
  return report
}

/** The errors of one line, by field. @throws any error that does not belong to a line */
function readErrors(error: unknown): [string, string][] {
  if (!(error instanceof AppError || error instanceof ZodError)) throw error
  const known = publicError(error, '')
  if (known.status >= 429) throw error
  const { fields, error: sentence } = errorBody(known, DEFAULT_LANGUAGE)
  return Object.entries(fields ?? { '': sentence })
}

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
