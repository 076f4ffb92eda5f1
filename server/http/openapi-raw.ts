import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { LIMITS } from '#domain/limits'
import { sealAnswer } from '../evidence/verify-file.ts'
import { auditExportInput } from '../events/audit/audit.schema.ts'
import { exportInput } from '../submissions/submission.schema.ts'
import { eg } from '../trpc/example.ts'
import { anyType, heldFile, sent, storedFile } from './openapi-uploads.ts'
import { packagePaths } from './openapi-package.ts'
import {
  archive,
  binary,
  body,
  call,
  csv,
  errors,
  file,
  json,
  RANGE,
  ranges,
  signedIn,
  text,
} from './openapi-parts.ts'

const inPath = (name: string) => ({ path: z.object({ [name]: text }) })
const flag = (description: string) => z.enum(['1']).optional().meta({ description })
const DOWNLOAD = flag('To be saved rather than shown')

const degraded = z
  .array(z.enum(['storage', 'replica', 'worker']))
  .optional()
  .meta({
    description:
      'Present while the file storage does not answer or has no room, so that uploads fail; the replica is not used, which costs speed only; or no worker has run for a minute, so that PDFs, mails and webhooks wait',
    example: ['storage'],
  })

/** The calls that move files, or answer before any procedure runs. */
export const rawPaths: ZodOpenApiPathsObject = {
  '/verify': {
    post: {
      ...call('verify', 'Seals', 'Whether a PDF is as it was when it was sealed; at most 20 MB', {
        requestBody: body('application/pdf', eg(binary, '%PDF-1.7 …')),
        responses: { ...json('The verdict', sealAnswer), ...errors(400, 401, 403, 413, 415, 429, 503) },
      }),
      security: [{ bearer: [] }],
    },
  },
  '/health/live': {
    get: call('health-live', 'Health', 'The process runs', {
      responses: json('It does', z.object({ live: eg(z.boolean(), true) })),
    }),
  },
  '/health/ready': {
    get: call('health-ready', 'Health', 'Requests are served: the database answers', {
      responses: {
        ...json('It does', z.object({ ready: eg(z.boolean(), true), degraded })),
        ...errors(503),
      },
    }),
  },
  '/health/version': {
    get: call('health-version', 'Health', 'The version of this server and of its database', {
      responses: json('Both', z.object({ version: text, migration: text.nullable() })),
    }),
  },
  '/documents/upload-public': {
    post: call(
      'documents-uploadPublic',
      'Public form',
      'Attach one file to a form session, or, signed in, to one’s own company',
      {
        security: [{}, { bearer: [] }],
        requestParams: {
          header: z.object({
            'x-form-session': text.optional().meta({ description: 'Instead of formSubmissionId' }),
          }),
        },
        requestBody: body(
          'multipart/form-data',
          z.object({
            ...sent,
            documentType: z.enum(['bankStatements']),
            companyId: text.optional(),
            formSubmissionId: text
              .optional()
              .meta({ description: 'The token of /form/initialize-session/{slug}' }),
          }),
        ),
        responses: storedFile(401, 403, 409),
      },
    ),
  },
  '/documents/upload': {
    post: call(
      'documents-upload',
      'Documents',
      `Send one file for an application to come: POST /form/submissions with its id, by the same key, within ${LIMITS.untouchedSessionHours} hours`,
      {
        security: [{ bearer: [] }],
        requestBody: body('multipart/form-data', heldFile),
        responses: storedFile(401, 403),
      },
    ),
  },
  '/documents/form-submission/{submissionId}': {
    post: call('documents-add', 'Documents', 'Add one file to a submission', {
      security: [{ bearer: [] }],
      requestParams: inPath('submissionId'),
      requestBody: body(
        'multipart/form-data',
        z.object({ ...sent, documentType: anyType('If absent, suggested by the name') }),
      ),
      responses: storedFile(401, 403, 409),
    }),
  },
  '/application/documents': {
    post: call('application-documents', 'Applicant', 'Add one file to a submitted application', {
      requestBody: body(
        'multipart/form-data',
        z.object({
          token: text.meta({ description: 'Of the receipt or of the link in its mail, before the file' }),
          ...sent,
          documentType: anyType('bankStatements if absent'),
        }),
      ),
      responses: storedFile(409),
    }),
  },
  ...packagePaths,
  '/application/copy': {
    post: call(
      'application-copy',
      'Applicant',
      'The applicant’s copy of an application, its numbers masked',
      {
        requestBody: body(
          'application/json',
          z.object({ token: eg(text, '0192f0c1-7f80-7192-9da4-56789abcdef0.Yp0d…') }),
        ),
        responses: { ...file('The PDF', 'application/pdf'), ...errors(400, 404, 422, 429) },
      },
    ),
  },
  '/documents/document/{id}': signedIn(
    'documents-document',
    'Documents',
    'A file as it was uploaded; every reading is written to the audit log',
    {
      requestParams: { ...inPath('id'), query: z.object({ download: DOWNLOAD }), header: RANGE },
      responses: {
        ...ranges('The file', 'application/pdf', 'image/jpeg', 'image/png'),
        ...errors(400, 401, 403, 404),
      },
    },
  ),
  '/documents/form-submission/{submissionId}/zip': signedIn(
    'documents-zip',
    'Documents',
    'Every file of a submission and its PDF as a ZIP archive; if one file is damaged, the call fails before it sends anything',
    { requestParams: inPath('submissionId'), responses: archive(404) },
  ),
  '/form/pdf/{id}': signedIn(
    'form-pdf',
    'Submissions',
    'An application as a PDF, stamped with who asked and when; a sealed original or addition is sent in ranges, too',
    {
      requestParams: {
        ...inPath('id'),
        query: z.object({
          original: flag('The sealed original instead'),
          addition: text.optional().meta({ description: 'A sealed addition instead' }),
          download: DOWNLOAD,
        }),
        header: RANGE,
      },
      responses: { ...ranges('The PDF', 'application/pdf'), ...errors(400, 401, 403, 404, 422) },
    },
  ),
  '/form/export': signedIn(
    'form-export',
    'Submissions',
    'Every application that the filter shows, as CSV; sensitive values are masked',
    { requestParams: { query: exportInput }, responses: csv() },
  ),
  '/form/export/zip': signedIn(
    'form-exportZip',
    'Submissions',
    `The files and PDFs of up to ${LIMITS.zipSubmissions} applications that the filter shows, each in its folder`,
    { requestParams: { query: exportInput }, responses: archive(404) },
  ),
  '/form/submissions/{id}/statements/export': signedIn(
    'form-statementsExport',
    'Submissions',
    'Every row of the bank statements that are read, as CSV',
    { requestParams: inPath('id'), responses: csv(404) },
  ),
  '/audit/export': signedIn(
    'audit-export',
    'Audit log',
    'Every entry of the log that the filter shows, newest first, as CSV; for admins',
    { requestParams: { query: auditExportInput }, responses: csv() },
  ),
  '/logos/{file}': {
    get: call('logos', 'Public form', 'A company’s logo', {
      requestParams: inPath('file'),
      responses: { ...file('The picture', 'image/png'), ...errors(400, 404) },
    }),
  },
}
