import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { DOCUMENT_TYPES } from '#domain/document-type'
import { LIMITS } from '#domain/limits'
import { sealAnswer } from '../evidence/verify-file.ts'
import { auditExportInput } from '../events/audit/audit.schema.ts'
import { traceInput, tracedCopy } from '../marks/trace.service.ts'
import { exportInput } from '../submissions/submission.schema.ts'
import { eg, EXAMPLE } from '../trpc/example.ts'
import { packagePaths } from './openapi-package.ts'
import { archive, binary, body, call, csv, errors, file, json, signedIn, text } from './openapi-parts.ts'

const inPath = (name: string) => ({ path: z.object({ [name]: text }) })
const flag = (description: string) => z.enum(['1']).optional().meta({ description })
const DOWNLOAD = flag('To be saved rather than shown')

const clientFileId = eg(text, '5f0c7f5e-6f0e-4d0b-9a53-2f1d1c7f0b11')
const statementMonth = eg(text, '2026-10')

const uploaded = z.object({
  id: text,
  name: text,
  size: z.int().meta({ description: 'Bytes' }),
  type: eg(text, 'application/pdf'),
  documentType: text,
  createdAt: eg(text, EXAMPLE.time),
  url: text,
  clientFileId: clientFileId.nullable(),
  statementMonth: statementMonth.nullable(),
})

const sent = {
  file: binary.meta({ description: 'PDF, JPG or PNG; a HEIC photo is stored as JPG' }),
  clientFileId: clientFileId.optional().meta({
    description:
      'Made by the sender for this file and sent before it: under the same form session the same id ' +
      'is stored once and counts once, however often it is sent, and answers the stored file',
  }),
  statementMonth: statementMonth.optional().meta({ description: 'The month it covers, YYYY-MM' }),
}
const anyType = (description: string) => z.enum(DOCUMENT_TYPES).optional().meta({ description })

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
        responses: {
          ...json('The stored file', uploaded, { url: text }),
          ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503),
        },
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
        requestBody: body(
          'multipart/form-data',
          z.object({
            file: sent.file,
            statementMonth: sent.statementMonth,
            documentType: anyType('If absent, a bank statement'),
            companyId: text.optional().meta({ description: 'Of keys that reach all companies' }),
          }),
        ),
        responses: {
          ...json('The stored file', uploaded, { url: text }),
          ...errors(400, 401, 403, 404, 413, 415, 429, 503),
        },
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
      responses: {
        ...json('The stored file', uploaded, { url: text }),
        ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503),
      },
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
      responses: {
        ...json('The stored file', uploaded, { url: text }),
        ...errors(400, 404, 409, 413, 415, 429, 503),
      },
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
      requestParams: { ...inPath('id'), query: z.object({ download: DOWNLOAD }) },
      responses: {
        ...file('The file', 'application/pdf', 'image/jpeg', 'image/png'),
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
    'An application as a PDF, stamped with who asked and when',
    {
      requestParams: {
        ...inPath('id'),
        query: z.object({
          original: flag('The sealed original instead'),
          addition: text.optional().meta({ description: 'A sealed addition instead' }),
          download: DOWNLOAD,
        }),
      },
      responses: { ...file('The PDF', 'application/pdf'), ...errors(400, 401, 403, 404, 422) },
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
