import type { OpenAPIObject } from 'trpc-to-openapi'
import { z } from 'zod'

export type Paths = NonNullable<OpenAPIObject['paths']>
type Operation = NonNullable<Paths[string]['get']>
type Responses = NonNullable<Operation['responses']>
type Parameter = NonNullable<Operation['parameters']>[number]
export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string]
export type Properties = Record<string, Schema>

export const text = { type: 'string' as const }
export const binary = { type: 'string' as const, format: 'binary' }
export const object = (properties: Properties, required = Object.keys(properties)) => ({
  type: 'object' as const,
  required,
  properties,
})

export const json = (description: string, data: Schema, more: Properties = {}): Responses => {
  const schema = object({ status: { type: 'string', const: 'success' }, data, ...more })
  return { 200: { description, content: { 'application/json': { schema } } } }
}

export const file = (description: string, ...types: string[]): Responses => ({
  200: { description, content: Object.fromEntries(types.map((type) => [type, { schema: binary }])) },
})

export const errors = (...statuses: number[]): Responses =>
  Object.fromEntries(statuses.map((status) => [status, { description: '' }]))

export const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: text })
export const flag = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', enum: ['1'] },
})
export const queryOf = ({ shape }: z.ZodObject): Parameter[] =>
  Object.entries(shape).map(([name, field]) => {
    const schema: Record<string, unknown> = z.toJSONSchema(field, { io: 'input' })
    return { name, in: 'query', schema }
  })

export const call = (
  operationId: string,
  tag: string,
  summary: string,
  more: Partial<Operation>,
): Operation => ({
  operationId,
  tags: [tag],
  summary,
  ...more,
})
export const signedIn = (operationId: string, tag: string, summary: string, more: Partial<Operation>) => ({
  get: call(operationId, tag, summary, { security: [{ bearer: [] }], ...more }),
})

export const table = (
  id: string,
  tag: string,
  summary: string,
  parameters: Parameter[],
  ...more: number[]
) => {
  const responses = { ...file('The table', 'text/csv'), ...errors(400, 401, 403, ...more) }
  return signedIn(id, tag, summary, { parameters, responses })
}
