import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../../errors.ts'
import type { ImportReport } from './import.schema.ts'

/** Cells by column; empty ones are undefined. */
type Row = { line: number; cells: Record<string, string | undefined> }
type Csv = { rows: Row[]; errors: ImportReport['errors'] }

const words = serverMessages.import

/** @throws AppError invalid_input for other columns, too many lines or cells */
export async function readCsv(text: string, columns: readonly string[]): Promise<Csv> {
  if (text.includes('\uFFFD')) throw fieldError('csv', words.notUtf8)
  const { parse } = await import('csv-parse/sync')
  const errors: Csv['errors'] = []
  // A megabyte may be a million cells or errors, which would occupy the process for seconds.
  let left = (LIMITS.importRows + 1) * columns.length
  const count = () => {
    if (--left < 0) throw fieldError('csv', words.tooManyRows)
  }
  const rows = parse<Row, Row['cells']>(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    columns: (names: string[]) => {
      const isWrong = names.some((name, at) => !columns.includes(name) || names.indexOf(name) !== at)
      if (isWrong) throw fieldError('csv', words.columns(columns.join(', ')))
      return names
    },
    cast: (cell) => {
      count()
      return cell || undefined
    },
    on_record: (cells, { lines }) => ({ line: lines, cells }),
    on_skip: (error) => {
      count()
      errors.push({ line: Number(error?.lines), field: '', error: words.notCsv })
      return undefined
    },
  })
  if (rows.length + errors.length > LIMITS.importRows) throw fieldError('csv', words.tooManyRows)
  return { rows, errors }
}
