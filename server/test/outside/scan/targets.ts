import fc from 'fast-check'
import { listOf, recordOf, type Operation, type Schema } from '../fuzz/operations.ts'
import type { Rows } from '../fuzz/company.ts'
import { fittingText, PLACEHOLDERS } from '../fuzz/fitting-text.ts'

/** A call with a value in each place, as somebody would send it. */
export type Target = {
  operation: Operation
  /** from /api on, without the query */
  path: string
  query: [name: string, value: string][]
  body: unknown
}

/** What would end the session that the scan goes on with, or remove what it looks at. */
const LEFT_OUT = /^(POST \/auth\/logout|DELETE \/user\/me\/sessions|POST \/documents\/upload-public)/

/** A target for each call, with rows of the given company. Deletes are of nobody's rows, as there is only one of each. */
export const targetsOf = (operations: Operation[], rows: Rows): Target[] =>
  operations.filter(({ name }) => !LEFT_OUT.test(name)).map((operation) => targetOf(operation, rows))

function targetOf(operation: Operation, rows: Rows): Target {
  const { path, inPath, inQuery, body } = operation
  const fill = (text: string): string =>
    text.replace(PLACEHOLDERS, (_all, _whose, what) => rows[String(what)] ?? 'none')
  const values = inPath.map(({ name, schema }) =>
    operation.method === 'DELETE' ? 'none' : fill(fitting(schema, name, path)),
  )
  return {
    operation,
    path: `/api${path.replace(/\{\w+\}/g, () => values.shift() ?? '')}`,
    query: inQuery.map(({ name, schema, description }) => [name, queryOf(name, schema, description)]),
    body: body === null ? null : valueOf(body, '', path, fill),
  }
}

/** Every declared property once, so that none goes unscanned. */
function valueOf(schema: Schema, name: string, path: string, fill: (text: string) => string): unknown {
  const [option] = listOf(schema.anyOf)
  if (option) return valueOf(option, name, path, fill)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [type] = [schema.type].flat()
  if (type === 'object') {
    const entries = Object.entries(recordOf(schema.properties))
    if (entries.length === 0) return { legalName: 'Scan' }
    return Object.fromEntries(
      entries.map(([key, property]) => [key, valueOf(recordOf(property), key, path, fill)]),
    )
  }
  if (type === 'array') return [valueOf(recordOf(schema.items), name, path, fill)]
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return 1
  return fill(fitting(schema, name, path))
}

const fitting = (schema: Schema, name: string, path: string): string =>
  fc.sample(fittingText(schema, name, path).map(plain), { numRuns: 1, seed: 4 })[0] ?? 'a'

/** The other company's rows are out of reach anyway, and would only be told to be missing. */
const plain = (text: string): string => text.replace('~other.', '~own.')

function queryOf(name: string, schema: Schema, description: string): string {
  if (name === 'filter') {
    const [column] = /in all: ([^.,]+)/.exec(description)?.slice(1) ?? []
    return JSON.stringify({ q: 'a', ...(column !== undefined && { columns: [column] }) })
  }
  if (name === 'range') return '[0,9]'
  if (name === 'sort') return `["${/Fields: (\w+)/.exec(description)?.[1] ?? 'createdAt'}","ASC"]`
  if (name === 'userType') return 'user'
  return typeof schema.example === 'string' ? schema.example : '1'
}
