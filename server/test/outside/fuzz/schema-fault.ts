import { isRecord, toText } from '#domain/json'
import { listOf, recordOf, type Schema } from './operations.ts'

const FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
  ['uri', /^https?:\/\/\S+$/],
])

/** Where a value differs from its schema, in words; null where it does not. Knows what the document uses, no more. */
export function schemaFault(schema: Schema, value: unknown, at = 'body'): string | null {
  const options = listOf(schema.anyOf)
  if (options.length > 0 && options.every((option) => schemaFault(option, value, at) !== null))
    return `${at} fits none of its ${options.length} shapes`
  const broken = first(listOf(schema.allOf).map((part) => schemaFault(part, value, at)))
  if (broken !== null) return broken
  if ('const' in schema && value !== schema.const) return `${at} is not ${JSON.stringify(schema.const)}`
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return `${at} is none of its values`
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return `${at} is not of the type ${types.join(' or ')}`
  const format = FORMATS.get(toText(schema.format))
  if (typeof value === 'string' && format?.test(value) === false)
    return `${at} is no ${toText(schema.format)}`
  if (Array.isArray(value)) return ofItems(recordOf(schema.items), value, at)
  return isRecord(value) ? ofProperties(schema, value, at) : null
}

const ofItems = (items: Schema, values: unknown[], at: string): string | null =>
  first(values.map((value, index) => schemaFault(items, value, `${at}[${index}]`)))

function ofProperties(schema: Schema, value: Record<string, unknown>, at: string): string | null {
  const properties = recordOf(schema.properties)
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${at} lacks ${missing}`
  return first(
    Object.entries(value).map(([name, entry]) => {
      if (Object.hasOwn(properties, name))
        return schemaFault(recordOf(properties[name]), entry, `${at}.${name}`)
      if (schema.additionalProperties === false) return `${at} has ${name}, which is not in the document`
      return schemaFault(recordOf(schema.additionalProperties), entry, `${at}.${name}`)
    }),
  )
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const first = (faults: (string | null)[]): string | null => faults.find((fault) => fault !== null) ?? null
