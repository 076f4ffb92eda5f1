import { parse } from 'csv-parse/sync'
import { LIMITS } from '#domain/limits'

export type CsvTask = { text: string; columns: readonly string[] }

export type Csv = {
  /** cells by column; empty ones are undefined */
  rows: { line: number; cells: Record<string, string | undefined> }[]
  /** lines that can't be read, with the one at which reading stopped */
  invalid: Set<number>
  fault: 'columns' | 'tooManyRows' | null
}

class Stop extends Error {}

/** Stops early, as a megabyte may be a million cells or errors. */
export default function readCsv({ text, columns }: CsvTask): Csv {
  const csv: Csv = { rows: [], invalid: new Set(), fault: null }
  let left = (LIMITS.importRows + 1) * columns.length
  const stop = (fault: Csv['fault'] = null): never => {
    csv.fault = fault
    throw new Stop()
  }
  const count = () => (--left < 0 ? stop('tooManyRows') : undefined)
  try {
    parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      columns: (names: string[]) => {
        const isWrong = names.some((name, at) => !columns.includes(name) || names.indexOf(name) !== at)
        return isWrong ? stop('columns') : names
      },
      cast: (cell) => count() ?? (cell || undefined),
      on_record: (cells: Csv['rows'][number]['cells'], { lines }) => {
        if (csv.rows.push({ line: lines, cells }) > LIMITS.importRows) stop('tooManyRows')
        return undefined
      },
      on_skip: (error) => {
        if (csv.invalid.add(Number(error?.lines)).size > LIMITS.importErrors) stop()
        return count()
      },
    })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
  }
  return csv
}
