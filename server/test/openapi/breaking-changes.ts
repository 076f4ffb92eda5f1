import { isRecord, toText } from '#domain/json'
import { inlineRefs } from '../support/inline-refs.ts'

type Json = Record<string, unknown>
/** Clients send inputs and read answers: what one may lose, the other must keep. */
type Side = 'input' | 'answer'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** What of `after` breaks a client that was made from `before`. Both are OpenAPI documents. */
export function breakingChanges(before: Json, after: Json): string[] {
  const [old, present] = [before, after].map((document) => recordOf(inlineRefs(document.paths, document)))
  return Object.entries(recordOf(old)).flatMap(([path, item]) =>
    METHODS.filter((method) => isRecord(recordOf(item)[method])).flatMap((method) => {
      const now = recordOf(recordOf(present)[path])[method]
      const name = `${method.toUpperCase()} ${path}`
      return isRecord(now) ? ofOperation(name, recordOf(recordOf(item)[method]), now) : [`${name} is gone`]
    }),
  )
}

function ofOperation(name: string, old: Json, present: Json): string[] {
  const parameters = (operation: Json) =>
    new Map(
      listOf(operation.parameters).map((each) => [
        `${toText(each.in)} ${toText(each.name)}`.toLowerCase(),
        each,
      ]),
    )
  const [had, has] = [parameters(old), parameters(present)]
  const added = [...has].filter(([key, { required }]) => required === true && !had.has(key))
  return [
    ...added.map(([key]) => `${name} requires ${key}`),
    ...[...had].flatMap(([key, parameter]) => {
      const now = has.get(key)
      if (!now) return [`${name} no longer takes ${key}`]
      if (now.required === true && parameter.required !== true) return [`${name} requires ${key}`]
      return ofSchema('input', `${name} ${key}`, schemaOf(parameter), schemaOf(now))
    }),
    ...ofContent('input', `${name} body`, recordOf(old.requestBody), recordOf(present.requestBody)),
    ...ofContent('answer', `${name} answer`, ok(old), ok(present)),
  ]
}

const ok = (operation: Json): Json => recordOf(recordOf(operation.responses)['200'])
const schemaOf = ({ schema }: Json): Json => recordOf(recordOf(schema).contentSchema ?? schema)

function ofContent(side: Side, at: string, old: Json, present: Json): string[] {
  const now = recordOf(present.content)
  if (side === 'input' && !old.content && present.required === true) return [`${at} is required`]
  return Object.entries(recordOf(old.content)).flatMap(([type, media]) =>
    type in now
      ? ofSchema(side, at, recordOf(recordOf(media).schema), recordOf(recordOf(now[type]).schema))
      : [`${at} is no longer ${type}`],
  )
}

function ofSchema(side: Side, at: string, old: Json, present: Json): string[] {
  const [had, has] = [optionsOf(old), optionsOf(present)]
  if (had.length === 1 && has.length === 1) return ofOne(side, at, had[0] ?? {}, has[0] ?? {})
  // Whatever a client may send has to be taken, and whatever it is answered has to be known to it.
  const compare = (one: Json, other: Json) =>
    side === 'input' ? ofSchema(side, at, one, other) : ofSchema(side, at, other, one)
  const [given, taken] = side === 'input' ? [had, has] : [has, had]
  return given.flatMap((one) => {
    const problems = taken.map((other) => compare(one, other))
    return problems.some((list) => list.length === 0) ? [] : (problems[0] ?? [])
  })
}

/** Those of `anyOf`, and of a list of types. */
function optionsOf({ anyOf, oneOf, ...schema }: Json): Json[] {
  const options = listOf(anyOf ?? oneOf)
  if (options.length > 0) return options.flatMap(optionsOf)
  return Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...schema, type })) : [schema]
}

const ofOne = (side: Side, at: string, old: Json, present: Json): string[] => [
  ...ofType(side, at, old, present),
  ...ofLimits(side, at, old, present),
  ...ofParts(side, at, old, present),
]

function ofType(side: Side, at: string, old: Json, present: Json): string[] {
  const [had, has] = [toText(old.type), toText(present.type)]
  const [given, taken] = side === 'input' ? [had, has] : [has, had]
  if (taken === '' || given === taken || (given === 'integer' && taken === 'number')) return []
  return [`${at} was ${had || 'anything'} and is ${has || 'anything'}`]
}

const NARROWS: readonly (readonly [key: string, isNarrower: (old: number, present: number) => boolean])[] = [
  ...['maxLength', 'maximum', 'maxItems'].map(
    (key) => [key, (old: number, now: number) => now < old] as const,
  ),
  ...['minLength', 'minimum', 'minItems'].map(
    (key) => [key, (old: number, now: number) => now > old] as const,
  ),
]

/** Answers may gain values of an enum; the guide says so. */
function ofLimits(side: Side, at: string, old: Json, present: Json): string[] {
  if (side === 'answer') return []
  const [had, has] = [valuesOf(old), valuesOf(present)]
  const lost = has ? (had ?? ['any other value']).filter((value) => !has.includes(value)) : []
  const narrower = NARROWS.filter(([key, isNarrower]) => {
    const [from, to] = [old[key], present[key]]
    if (typeof to !== 'number') return false
    const open = key.startsWith('max') ? Infinity : -Infinity
    return isNarrower(typeof from === 'number' ? from : open, to)
  })
  return [
    ...lost.map((value) => `${at} no longer takes ${JSON.stringify(value)}`),
    ...narrower.map(([key]) => `${at} has a narrower ${key}`),
  ]
}

function ofParts(side: Side, at: string, old: Json, present: Json): string[] {
  const [had, has] = [recordOf(old.properties), recordOf(present.properties)]
  const [must, mustNow] = [namesIn(old.required), namesIn(present.required)]
  const isOpen = side === 'input' && present.additionalProperties !== false && !isRecord(old.properties)
  return [
    ...Object.entries(had).flatMap(([name, schema]) => {
      if (name in has) return ofSchema(side, `${at}.${name}`, recordOf(schema), recordOf(has[name]))
      return isOpen || !isRecord(present.properties) ? [] : [`${at}.${name} is gone`]
    }),
    ...(side === 'input' ? mustNow.filter((name) => !must.includes(name)) : []).map(
      (name) => `${at}.${name} is required`,
    ),
    ...(side === 'answer' ? must.filter((name) => name in has && !mustNow.includes(name)) : []).map(
      (name) => `${at}.${name} may be missing`,
    ),
    ...(isRecord(old.items) && isRecord(present.items)
      ? ofSchema(side, `${at}[]`, old.items, present.items)
      : []),
  ]
}

const valuesOf = (schema: Json): unknown[] | null =>
  Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : null
const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])
