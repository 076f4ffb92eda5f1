import { ZodError } from 'zod'
import { getOwn } from '#domain/get-own'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { withActor, type Tx } from '../../auth/actor.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { newToken } from '../../auth/tokens.ts'
import { AppError, errorBody, fieldError } from '../../errors.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import type { Services } from '../../services.ts'
import { publicError } from '../../trpc/public-error.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { rejectTaken } from '../user/new-email.ts'
import { IMPORT_KINDS } from './import-kinds.ts'
import type { ImportInput, ImportReport } from './import.schema.ts'
import { readCsv } from './read-csv.ts'

const words = serverMessages.import
/** Each holds a connection for as long as it takes. */
const limited = limitConcurrency(2)
class Undo extends Error {}

/**
 * Creates the records of all lines in one transaction, or none. A dry run does the same and takes it back.
 *
 * @throws AppError invalid_input with the errors of all lines; a dry run returns them
 */
export async function importCsv(
  services: Services,
  by: AuditActor,
  kind: keyof typeof IMPORT_KINDS,
  { csv, dryRun = false }: ImportInput,
): Promise<ImportReport> {
  const { columns, unique, add } = IMPORT_KINDS[kind]
  const { rows, errors } = await readCsv(csv, columns)
  if (rows.length + errors.length === 0) throw fieldError('csv', words.empty)
  const report: ImportReport = { rows: rows.length, created: 0, unchanged: 0, errors }
  // A random password that is not shown: users set their own by the mailed link.
  const passwordHash = kind === 'user' ? await hashPassword(newToken(), by.actor.userId) : ''
  const addAll = async (tx: Tx) => {
    const seen = new Map<string, number>()
    for (const { line, cells } of rows) {
      const key = JSON.stringify(unique.map((column) => getOwn(cells, column)?.toLowerCase()))
      const earlier = seen.get(key)
      if (earlier === undefined) seen.set(key, line)
      try {
        if (earlier !== undefined) throw new AppError('invalid_input', words.twice(earlier))
        report[(await add({ services, by, tx, passwordHash }, cells)) ? 'created' : 'unchanged'] += 1
      } catch (error) {
        for (const [field, text] of errorsOf(error)) errors.push({ line, field, error: text })
      }
    }
    if (dryRun || errors.length > 0) throw new Undo()
    const { companyId } = by.actor
    const detail = { created: report.created, unchanged: report.unchanged }
    const entry = { companyId, actor: by.actor, objectType: kind, ip: by.ip, detail }
    await recordAuditIn(tx, { ...entry, act: 'imported' })
  }
  try {
    await limited(() => withActor(services.db, by.actor, addAll, LIMITS.importSeconds * 1000), {
      owner: by.actor.userId,
    })
  } catch (error) {
    if (!(error instanceof Undo)) rejectTaken(error)
  }
  if (dryRun || errors.length === 0) return report
  const fields = Object.fromEntries(errors.map(({ line, field, error }) => [`${line}.${field}`, error]))
  throw new AppError('invalid_input', words.nothingImported(errors.length), { fields })
}

/** The errors of one line, by field. @throws any error that does not belong to a line */
function errorsOf(error: unknown): [string, string][] {
  if (!(error instanceof AppError || error instanceof ZodError)) throw error
  const known = publicError(error, '')
  if (known.status >= 429) throw error
  const { fields, error: sentence } = errorBody(known, DEFAULT_LANGUAGE)
  return Object.entries(fields ?? { '': sentence })
}
