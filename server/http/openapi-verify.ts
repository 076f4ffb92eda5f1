import type { OpenAPIObject } from 'trpc-to-openapi'
import { z } from 'zod'
import { sealAnswer } from '../evidence/verify-file.ts'
import { envelope } from '../trpc/envelope.ts'

const answer: Record<string, unknown> = z.toJSONSchema(envelope(sealAnswer), { io: 'input' })

export const verifyPaths: NonNullable<OpenAPIObject['paths']> = {
  '/verify': {
    post: {
      operationId: 'verify',
      tags: ['Seals'],
      summary: 'Whether a PDF is as it was when it was sealed; at most 20 MB',
      security: [{ bearer: [] }],
      requestBody: {
        required: true,
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary', example: '%PDF-1.7 …' } } },
      },
      responses: {
        200: { description: 'The verdict', content: { 'application/json': { schema: answer } } },
        ...Object.fromEntries(
          [400, 401, 403, 413, 415, 429, 503].map((status) => [status, { description: '' }]),
        ),
      },
    },
  },
}
