import type { AnyRouter } from '@trpc/server'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { getOwn } from '#domain/get-own'
import { headersNamed, isError } from './openapi-answers.ts'
import { MERGE_PATCH, nounCalls, type NounCall } from './nouns.ts'

type Paths = NonNullable<OpenAPIObject['paths']>
type Operation = NonNullable<Paths[string]['get']>
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>

const JSON_TYPE = 'application/json'
const DEACTIVATES = 'Deactivate a user: it is the update with `active: false`, and the record stays'
const PATCHES = 'Change some fields by a JSON merge patch (RFC 7396)'

/** Made of the finished operations of `paths`, whose bodies move to `schemas`. */
export function addNouns(router: AnyRouter, paths: Paths, schemas: Schemas): void {
  for (const noun of nounCalls(router)) {
    const described = findOperation(paths, noun.call)
    if (!described) continue
    const { requestBody: _body, responses = {}, parameters = [], ...rest } = described
    const ids = noun.reader && noun.url.endsWith('}') ? findOperation(paths, noun.reader)?.parameters : []
    const verb = noun.method === 'PATCH' ? 'patch' : noun.verb
    const changes = verb === 'patch' ? PATCHES : noun.isDeactivated ? DEACTIVATES : undefined
    const content = noun.isDeactivated ? undefined : moveBody(noun, described, schemas)
    const answers = Object.entries(responses).map(([status, response]) => toBare(noun.verb, status, response))
    const operation: Operation = {
      ...rest,
      operationId: `${noun.noun}-${verb}`,
      tags: ['Records'],
      ...(changes && { summary: changes }),
      parameters: [...(ids ?? []).filter(isInPath), ...parameters.filter((each) => !isInPath(each))],
      ...(content && { requestBody: { required: true, content } }),
      responses: Object.fromEntries(answers),
    }
    const item = { ...getOwn(paths, noun.url), [noun.method.toLowerCase()]: operation }
    Object.assign(paths, { [noun.url]: item })
  }
}

const findOperation = (paths: Paths, { url, method }: NounCall['call']): Operation | undefined =>
  new Map<string, Operation>(Object.entries(getOwn(paths, url) ?? {})).get(method.toLowerCase())

const isInPath = (parameter: object): boolean => 'in' in parameter && parameter.in === 'path'

type Answer = NonNullable<Operation['responses']>[string]

function dataOf(response: Answer | undefined) {
  const schema = response && 'content' in response ? response.content?.[JSON_TYPE]?.schema : undefined
  return schema && 'properties' in schema ? schema.properties?.data : undefined
}

function toBare(verb: NounCall['verb'], status: string, response: Answer): [string, Answer] {
  if (isError(status)) return [status, { $ref: '#/components/responses/RecordError' }]
  const data = dataOf(response)
  if (!data) return [status, response]
  const content = { [JSON_TYPE]: { schema: data } }
  if (verb !== 'create') return [status, { ...response, content }]
  const headers = { ...('headers' in response && response.headers), ...headersNamed('Location', 'ETag') }
  return ['201', { ...response, headers, content }]
}

function moveBody({ verb, method }: NounCall, { requestBody, responses = {} }: Operation, schemas: Schemas) {
  const media = requestBody && 'content' in requestBody ? requestBody.content[JSON_TYPE] : undefined
  const data = dataOf(responses['200'])
  if (!media?.schema || !data || !('$ref' in data)) return undefined
  const name = `${data.$ref.replace(/.*\//, '')}${verb === 'create' ? 'Create' : 'Update'}`
  const reference = { $ref: `#/components/schemas/${name}` }
  if (!('$ref' in media.schema)) {
    const { properties: { id, ...properties } = {}, required = [], ...schema } = media.schema
    const needed = required.filter((each) => each !== 'id')
    const moved = { ...schema, properties, ...(needed.length > 0 && { required: needed }) }
    Object.assign(schemas, { [name]: moved })
    // The path names the record here, and the body there.
    if (id === undefined) media.schema = reference
  }
  const body = { schema: reference }
  return { ...(method === 'PATCH' && { [MERGE_PATCH]: body }), [JSON_TYPE]: body }
}
