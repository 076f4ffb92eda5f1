import fc from 'fast-check'
import { ANSWERS, fittingText, ROWS } from './fitting-text.ts'
import { hostileJson, hostileKey, hostileText } from './hostile.ts'
import { listOf, recordOf, type Schema } from './operations.ts'

/**
 * Values as JSON texts. With `spoil`, some of an object's values are of another kind than declared, some are missing
 * and some were never asked for; without it they are such as the call takes.
 */

/** JSON of the schema's shape. `path` is the call's. */
export function jsonOf(schema: Schema, name: string, path: string, spoil: boolean): fc.Arbitrary<string> {
  const fitting = fittingJson(schema, name, path, spoil)
  return spoil
    ? fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: hostileJson() })
    : fitting
}

function fittingJson(schema: Schema, name: string, path: string, spoil: boolean): fc.Arbitrary<string> {
  const options = listOf(schema.anyOf)
  if (options.length > 0) return fc.oneof(...options.map((option) => jsonOf(option, name, path, spoil)))
  if ('const' in schema) return fc.constant(JSON.stringify(schema.const))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)))
  const [type] = [schema.type].flat()
  if (type === 'object') return objectText(schema, path, spoil)
  if (type === 'array')
    return fc
      .array(jsonOf(recordOf(schema.items), name, path, spoil), { maxLength: 4 })
      .map((items) => `[${items.join(',')}]`)
  if (type === 'boolean') return fc.constantFrom('true', 'false')
  if (type === 'integer' || type === 'number') return fc.nat().map(String)
  if (type === 'null') return fc.constant('null')
  return fittingText(schema, name, path).map((text) => JSON.stringify(text))
}

function objectText(schema: Schema, path: string, spoil: boolean): fc.Arbitrary<string> {
  const required = Array.isArray(schema.required) ? schema.required : []
  const declared = Object.entries(recordOf(schema.properties)).map(([name, property]) => {
    const value = jsonOf(recordOf(property), name, path, spoil).map((json) => entryText(name, json))
    if (required.includes(name)) return spoil ? fc.option(value, { freq: 12 }) : value
    return sometimes(value, shareOf(name, path))
  })
  const undeclared = fc.tuple(hostileKey(), hostileJson()).map(([key, json]) => entryText(key, json))
  const open =
    recordOf(schema.additionalProperties).type === 'string'
      ? Object.entries(ANSWERS).map(([name, answer]) => entryText(name, JSON.stringify(answer)))
      : []
  return fc
    .tuple(
      fc.tuple(...declared),
      open.length > 0 ? fc.subarray(open) : fc.constant([]),
      spoil ? fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.tuple(undeclared)) : fc.constant([]),
    )
    .map((groups) => `{${groups.flat().filter(Boolean).join(',')}}`)
}

/** How often an optional property is sent: all of an application's answers, and little of what goes along with them. */
function shareOf(name: string, path: string): number {
  if (path !== '/form/submit') return 0.6
  return name in ANSWERS || name in ROWS ? 0.99 : 0.02
}

const sometimes = <T>(value: fc.Arbitrary<T>, share: number): fc.Arbitrary<T | null> =>
  fc.oneof(
    { weight: Math.round(100 * (1 - share)), arbitrary: fc.constant(null) },
    { weight: Math.round(100 * share), arbitrary: value },
  )

const entryText = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`

/** What a query parameter takes; `sort`, `range` and `filter` tell in their description which JSON. */
export function queryText(
  { name, schema, description }: { name: string; schema: Schema; description: string },
  path: string,
  spoil: boolean,
): fc.Arbitrary<string> {
  const fitting = fittingQuery(name, schema, description, path, spoil)
  return spoil
    ? fc.oneof(
        { weight: 5, arbitrary: fitting },
        { weight: 1, arbitrary: hostileJson() },
        { weight: 1, arbitrary: hostileText() },
      )
    : fitting
}

function fittingQuery(name: string, schema: Schema, description: string, path: string, spoil: boolean) {
  const words = (pattern: RegExp): string[] => pattern.exec(description)?.[1]?.split(', ') ?? []
  const text = (value: Schema, key = name): fc.Arbitrary<string> => jsonOf(value, key, path, spoil)
  if (name === 'range')
    return fc.tuple(text({ type: 'integer' }), fc.nat({ max: 20 })).map(([from, count]) => {
      const first = Number(from)
      return `[${from},${Number.isSafeInteger(first) ? first + count : 9}]`
    })
  if (name === 'sort') {
    const fields = { enum: [...words(/Fields: (.+)$/), 'createdAt'] }
    return fc.tuple(text(fields), text({ enum: ['ASC', 'DESC'] })).map((pair) => `[${pair.join(',')}]`)
  }
  if (name === 'filter') {
    const columns = words(/in all: ([^.]+)/)
    const more = words(/Further keys: (.+)$/).map((key) => [
      key,
      { type: key === 'closed' ? 'boolean' : 'string' },
    ])
    return objectText(
      {
        additionalProperties: false,
        properties: {
          q: { type: 'string', example: 'a' },
          columns: { type: 'array', items: columns.length > 0 ? { enum: columns } : { type: 'string' } },
          ...Object.fromEntries(more),
        },
      },
      path,
      spoil,
    )
  }
  // A plain word rather than JSON.
  return fittingJson(schema, name, path, false).map((json) => String(JSON.parse(json)))
}
