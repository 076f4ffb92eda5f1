import type { OpenAPIObject } from 'trpc-to-openapi'

type Paths = NonNullable<OpenAPIObject['paths']>
type Operation = NonNullable<Paths[string]['get']>
type Responses = NonNullable<Operation['responses']>
type Parameter = NonNullable<Operation['parameters']>[number]

const text = { type: 'string' as const }

const success = (description: string, data: object, more: Record<string, object> = {}): Responses => ({
  200: {
    description,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['status', 'data', ...Object.keys(more)],
          properties: { status: { type: 'string', const: 'success' }, data, ...more },
        },
      },
    },
  },
})

const file = (description: string, ...types: string[]): Responses => ({
  200: {
    description,
    content: Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  },
})

const refusals = (...statuses: number[]): Responses =>
  Object.fromEntries(statuses.map((status) => [status, { description: '' }]))

const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: text })
const flag = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string', enum: ['1'] },
})
const jsonText = (name: string, example: string): Parameter => ({
  name,
  in: 'query',
  description: 'JSON text',
  schema: text,
  example,
})

const SIGNED_IN = { security: [{ bearer: [] }] }

const CLIENT_FILE_ID = '5f0c7f5e-6f0e-4d0b-9a53-2f1d1c7f0b11'

const uploaded = {
  type: 'object',
  required: ['id', 'name', 'size', 'type', 'documentType', 'createdAt', 'url', 'clientFileId'],
  properties: {
    id: text,
    name: text,
    size: { type: 'integer', description: 'Bytes' },
    type: { type: 'string', example: 'application/pdf' },
    documentType: text,
    createdAt: { type: 'string', format: 'date-time' },
    url: text,
    clientFileId: { type: ['string', 'null'], format: 'uuid', example: CLIENT_FILE_ID },
  },
}

export const rawPaths: Paths = {
  '/health/live': {
    get: {
      operationId: 'health-live',
      tags: ['Health'],
      summary: 'The process runs',
      responses: success('It does', {
        type: 'object',
        properties: { live: { type: 'boolean', example: true } },
      }),
    },
  },
  '/health/ready': {
    get: {
      operationId: 'health-ready',
      tags: ['Health'],
      summary: 'Requests are served: the database answers',
      responses: {
        ...success('It does', {
          type: 'object',
          required: ['ready'],
          properties: {
            ready: { type: 'boolean', example: true },
            degraded: {
              type: 'array',
              items: { type: 'string', enum: ['storage'] },
              description:
                'Present while the file storage does not answer: uploads and downloads fail, the rest works',
              example: ['storage'],
            },
          },
        }),
        ...refusals(503),
      },
    },
  },
  '/documents/upload-public': {
    post: {
      operationId: 'documents-uploadPublic',
      tags: ['Public form'],
      summary: 'Attach one file to a form session, or, signed in, to one’s own company',
      security: [{}, { bearer: [] }],
      parameters: [
        { name: 'x-form-session', in: 'header', description: 'Instead of formSubmissionId', schema: text },
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file', 'documentType'],
              properties: {
                file: { type: 'string', format: 'binary', description: 'PDF, JPG or PNG' },
                documentType: { type: 'string', enum: ['bankStatements'] },
                companyId: text,
                formSubmissionId: {
                  type: 'string',
                  description: 'The token of /form/initialize-session/{slug}',
                },
                clientFileId: {
                  type: 'string',
                  format: 'uuid',
                  description:
                    'Made by the sender for this file and sent before it: under the same form session the same id ' +
                    'is stored once and counts once, however often it is sent, and answers the stored file',
                  example: CLIENT_FILE_ID,
                },
              },
            },
          },
        },
      },
      responses: {
        ...success('The stored file', uploaded, { url: text }),
        ...refusals(400, 401, 403, 404, 409, 413, 415, 429, 503),
      },
    },
  },
  '/documents/document/{id}': {
    get: {
      ...SIGNED_IN,
      operationId: 'documents-document',
      tags: ['Documents'],
      summary: 'A file as it was uploaded; every reading is written to the audit log',
      parameters: [inPath('id'), flag('download', 'To be saved rather than shown')],
      responses: {
        ...file('The file', 'application/pdf', 'image/jpeg', 'image/png'),
        ...refusals(400, 401, 403, 404),
      },
    },
  },
  '/form/pdf/{id}': {
    get: {
      ...SIGNED_IN,
      operationId: 'form-pdf',
      tags: ['Submissions'],
      summary: 'An application as a PDF, stamped with who asked and when',
      parameters: [
        inPath('id'),
        flag('original', 'The stored original instead'),
        flag('download', 'To be saved rather than shown'),
      ],
      responses: { ...file('The PDF', 'application/pdf'), ...refusals(400, 401, 403, 404, 422) },
    },
  },
  '/form/export': {
    get: {
      ...SIGNED_IN,
      operationId: 'form-export',
      tags: ['Submissions'],
      summary: 'Every application that the filter shows, as CSV; sensitive values are masked',
      parameters: [
        jsonText('sort', '["createdAt","DESC"]'),
        jsonText('filter', '{"q":"Acme","columns":["formData"]}'),
      ],
      responses: { ...file('The table', 'text/csv'), ...refusals(400, 401, 403) },
    },
  },
  '/audit/export': {
    get: {
      ...SIGNED_IN,
      operationId: 'audit-export',
      tags: ['Audit log'],
      summary: 'Every entry of the log that the filter shows, newest first, as CSV; for admins',
      parameters: [
        jsonText('sort', '["at","DESC"]'),
        jsonText('filter', '{"act":"sign-in","from":"2026-11-01"}'),
      ],
      responses: { ...file('The table', 'text/csv'), ...refusals(400, 401, 403) },
    },
  },
  '/logos/{file}': {
    get: {
      operationId: 'logos',
      tags: ['Public form'],
      summary: 'A company’s logo',
      parameters: [inPath('file')],
      responses: { ...file('The picture', 'image/png'), ...refusals(400, 404) },
    },
  },
}
