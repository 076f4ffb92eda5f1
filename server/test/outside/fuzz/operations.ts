import { isRecord, toText } from '#domain/json'
import { inlineRefs } from '../../support/inline-refs.ts'

/** A JSON schema as the document holds it. */
export type Schema = Record<string, unknown>

export type Parameter = { name: string; schema: Schema; description: string }

/** One call of the OpenAPI document, with what a fuzzer needs of it. */
export type Operation = {
  /** 'GET /team/get/{id}' */
  name: string
  method: string
  path: string
  inPath: Parameter[]
  inQuery: Parameter[]
  /** of a JSON body; null where there is none */
  body: Schema | null
  multipart: boolean
  /** nobody gets anything without a session */
  signedIn: boolean
  /** answers the same to everybody */
  isPublic: boolean
  /** status → content type → schema */
  answers: ReadonlyMap<number, ReadonlyMap<string, Schema>>
}

const METHODS = ['get', 'post', 'put', 'delete']

/** Every call of the document of `/api/openapi.json`. */
export function operationsOf(document: Record<string, unknown>): Operation[] {
  return entries(inlineRefs(document.paths, document)).flatMap(([path, item]) =>
    entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => operationOf(method.toUpperCase(), path, operation)),
  )
}

/** Its description names what the JSON holds. */
const JSON_TEXT: Schema = { type: 'string', maxLength: 4000 }

function operationOf(method: string, path: string, operation: Schema): Operation {
  const parameters = listOf(operation.parameters)
  const parametersIn = (place: string): Parameter[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description }) => {
        const known = recordOf(schema).contentSchema === undefined ? recordOf(schema) : JSON_TEXT
        return { name: toText(name), schema: known, description: toText(description ?? known.description) }
      })
  const bodies = recordOf(recordOf(operation.requestBody).content)
  const json = recordOf(bodies['application/json']).schema
  const security = listOf(operation.security)
  return {
    name: `${method} ${path}`,
    method,
    path,
    inPath: parametersIn('path'),
    inQuery: parametersIn('query'),
    body: isRecord(json) ? json : null,
    multipart: isRecord(bodies['multipart/form-data']),
    signedIn: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
    isPublic: security.length === 0,
    answers: new Map(
      entries(operation.responses).map(([status, answer]) => [
        Number(status),
        new Map(entries(answer.content).map(([type, content]) => [type, recordOf(content.schema)])),
      ]),
    ),
  }
}

export const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {})
export const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const entries = (value: unknown): [string, Schema][] =>
  Object.entries(recordOf(value)).map(([key, entry]) => [key, recordOf(entry)])
