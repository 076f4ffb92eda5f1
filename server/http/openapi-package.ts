import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { traceInput, tracedCopy } from '../marks/trace.service.ts'
import { fileInput } from '../packages/package.schema.ts'
import { binary, body, call, errors, file, json } from './openapi-parts.ts'

export const packagePaths: ZodOpenApiPathsObject = {
  '/package/trace': {
    post: {
      ...call(
        'package-trace',
        'Funders',
        'Which package of the own company a copy went with, by its file or number',
        {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: z.object({ file: binary.meta({ description: 'PDF, JPEG or PNG; at most 20 MB' }) }),
              },
              'application/json': { schema: traceInput },
            },
          },
          responses: {
            ...json('The package, or null', tracedCopy),
            ...errors(400, 401, 403, 413, 415, 429, 503),
          },
        },
      ),
      security: [{ bearer: [] }],
    },
  },
  '/package/document': {
    post: call('package-document', 'Funders', 'A file of a package, for a browser that has opened it', {
      requestBody: body('application/json', fileInput),
      responses: {
        ...file('The file', 'application/pdf', 'image/jpeg', 'image/png', 'application/zip'),
        ...errors(400, 403, 404, 409, 422, 429, 500),
      },
    }),
  },
}
