import type { OpenAPIObject } from 'trpc-to-openapi'
import { z } from 'zod'
import { getOwn } from '#domain/get-own'
import { isRecord, parseJson, toText } from '#domain/json'
import { jsonShapes } from '../trpc/inputs.ts'

type Parameter = NonNullable<
  NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>['parameters']
>[number]
export type Json = Record<string, unknown>

const FORMATS: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
  ['uri', /^https?:\/\/[!-~]+$/],
]
/** Also holds ids that are no UUIDs. */
const ANY_ID = 'objectId'

/** Adds the formats of texts, which their examples show, and what tools expect of tuples. */
export function describeSchema(schema: unknown, outer?: unknown): Json {
  if (!isRecord(schema)) return {}
  const example = schema.example ?? outer
  const described = { ...schema }
  if (isRecord(schema.properties))
    described.properties = mapValues(schema.properties, (property, name) =>
      name === ANY_ID
        ? property
        : describeSchema(property, isRecord(example) ? getOwn(example, name) : undefined),
    )
  if (isRecord(schema.items))
    described.items = describeSchema(schema.items, Array.isArray(example) ? example[0] : undefined)
  if (Array.isArray(schema.anyOf)) described.anyOf = schema.anyOf.map((each) => describeSchema(each, example))
  if (Array.isArray(schema.prefixItems)) {
    const { length } = schema.prefixItems
    Object.assign(described, { items: {}, minItems: length, maxItems: length })
  }
  if (schema.type === 'number' && Number.isInteger(schema.const)) described.type = 'integer'
  const isText = [schema.type].flat().includes('string') && !schema.format && !schema.enum
  const format = isText && FORMATS.find(([, pattern]) => pattern.test(toText(example)))?.[0]
  return format ? { ...described, format } : described
}

export const mapValues = <Value>(
  record: Json,
  map: (value: unknown, name: string) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))

/** Answers may gain fields. */
export function openUp({ additionalProperties: more, ...schema }: Json): Json {
  return mapValues(
    { ...schema, ...(more !== false && more !== undefined && { additionalProperties: more }) },
    openAny,
  )
}

const openAny = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(openAny) : isRecord(value) ? openUp(value) : value

/** The shapes of JSON in query values, which stand among the components, so that clients have types of them. */
export type Shapes = Map<number, { name: string; schema: Json }>

const toName = (...words: string[]): string =>
  words
    .join('-')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/**
 * A query value that holds JSON is a text with the schema of that JSON. `content` would say so too, but makers of clients
 * stop at it or send such values as separate parameters.
 */
export function describeParameter(parameter: Parameter, operationId: string, shapes: Shapes): Parameter {
  if (!('schema' in parameter) || !isRecord(parameter.schema)) return parameter
  const { schema, ...rest } = parameter
  const {
    'x-shape': index,
    $schema: _dialect,
    description = rest.description,
    example,
    ...plain
  }: Json = schema
  const told = { ...rest, ...(typeof description === 'string' && { description }) }
  const shape = jsonShapes[Number(index)]
  if (!shape) return { ...told, schema: plain, ...(example !== undefined && { example }) }
  const { $schema: _other, ...content } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  // A whole number is the same as JSON and as a query value.
  if (content.type === 'integer')
    return {
      ...told,
      schema: describeSchema(content),
      ...(example !== undefined && { example: parseJson(toText(example)) }),
    }
  const known = shapes.get(Number(index)) ?? {
    name: parameter.name === 'range' ? 'Range' : toName(operationId, parameter.name),
    schema: describeSchema(content, parseJson(toText(example))),
  }
  shapes.set(Number(index), known)
  const contentSchema = { $ref: `#/components/schemas/${known.name}` }
  // A variable, as the type of schemas does not know `contentSchema`.
  const text = { type: 'string' as const, contentMediaType: 'application/json', contentSchema }
  return { ...told, schema: text, ...(example !== undefined && { example }) }
}
