import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { fileInput } from '../packages/package.schema.ts'
import { body, call, errors, file } from './openapi-parts.ts'

export const packagePaths: ZodOpenApiPathsObject = {
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
