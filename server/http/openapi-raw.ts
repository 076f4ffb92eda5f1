import type { OpenAPIObject } from 'trpc-to-openapi'

type Paths = NonNullable<OpenAPIObject['paths']>

const answers = (description: string, properties: Record<string, object>) => ({
  200: {
    description,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          required: ['status', 'data'],
          properties: {
            status: { type: 'string' as const, const: 'success' },
            data: { type: 'object' as const, properties },
          },
        },
      },
    },
  },
})
const refusals = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, { description: '' }]))

/** What the routes answer that are no procedures. Refusals get their description and shape in openapi.ts. */
export const rawPaths: Paths = {
  '/health/live': {
    get: {
      operationId: 'health-live',
      tags: ['Health'],
      summary: 'The process runs',
      responses: answers('It does', { live: { type: 'boolean', const: true } }),
    },
  },
  '/health/ready': {
    get: {
      operationId: 'health-ready',
      tags: ['Health'],
      summary: 'Requests are served: database and storage answer',
      responses: { ...answers('They do', { ready: { type: 'boolean', const: true } }), ...refusals(503) },
    },
  },
}
