import { DOCUMENT_TYPES } from '#domain/document-type'
import { auditExportInput } from '../events/audit/audit.schema.ts'
import { exportInput } from '../submissions/submission.schema.ts'
import {
  binary,
  call,
  errors,
  file,
  flag,
  inPath,
  json,
  object,
  queryOf,
  signedIn,
  table,
  text,
  type Paths,
  type Properties,
  type Schema,
} from './openapi-parts.ts'

const DOWNLOAD = flag('download', 'To be saved rather than shown')
const CLIENT_FILE_ID = '5f0c7f5e-6f0e-4d0b-9a53-2f1d1c7f0b11'

const uploaded = object({
  id: text,
  name: text,
  size: { type: 'integer', description: 'Bytes' },
  type: { type: 'string', example: 'application/pdf' },
  documentType: text,
  createdAt: { type: 'string', format: 'date-time' },
  url: text,
  clientFileId: { type: ['string', 'null'], format: 'uuid', example: CLIENT_FILE_ID },
  statementMonth: { type: ['string', 'null'], example: '2026-10' },
})

const uploadBody: Properties = {
  file: { ...binary, description: 'PDF, JPG or PNG' },
  documentType: { type: 'string', enum: ['bankStatements'] },
  companyId: text,
  formSubmissionId: { type: 'string', description: 'The token of /form/initialize-session/{slug}' },
  clientFileId: {
    type: 'string',
    format: 'uuid',
    description:
      'Made by the sender for this file and sent before it: under the same form session the same id ' +
      'is stored once and counts once, however often it is sent, and answers the stored file',
    example: CLIENT_FILE_ID,
  },
  statementMonth: { type: 'string', description: 'The month it covers, YYYY-MM', example: '2026-10' },
}

const { file: sentFile, clientFileId } = uploadBody
const anyType: Schema = { type: 'string', enum: [...DOCUMENT_TYPES] }
const TOKEN = '0192f0c1-7f80-7192-9da4-56789abcdef0.Yp0d…'
const laterBody: Properties = {
  token: { type: 'string', description: 'Of the receipt or of the link in its mail, before the file' },
  file: sentFile ?? binary,
  documentType: { ...anyType, description: 'bankStatements if absent' },
  clientFileId: clientFileId ?? text,
  statementMonth: uploadBody.statementMonth ?? text,
}

const staffBody: Properties = {
  file: sentFile ?? binary,
  documentType: { ...anyType, description: 'If absent, suggested by the name' },
  clientFileId: clientFileId ?? text,
  statementMonth: uploadBody.statementMonth ?? text,
}

const degraded: Schema = {
  type: 'array',
  items: { type: 'string', enum: ['storage', 'replica', 'worker'] },
  description:
    'Present while the file storage does not answer or has no room, so that uploads fail; the replica is not used, which costs speed only; or no worker has run for a minute, so that PDFs, mails and webhooks wait',
  example: ['storage'],
}

export const rawPaths: Paths = {
  '/health/live': {
    get: call('health-live', 'Health', 'The process runs', {
      responses: json('It does', object({ live: { type: 'boolean', example: true } })),
    }),
  },
  '/health/ready': {
    get: call('health-ready', 'Health', 'Requests are served: the database answers', {
      responses: {
        ...json('It does', object({ ready: { type: 'boolean', example: true }, degraded }, ['ready'])),
        ...errors(503),
      },
    }),
  },
  '/health/version': {
    get: call('health-version', 'Health', 'The version of this server and of its database', {
      responses: json('Both', object({ version: text, migration: { type: ['string', 'null'] } })),
    }),
  },
  '/documents/upload-public': {
    post: call(
      'documents-uploadPublic',
      'Public form',
      'Attach one file to a form session, or, signed in, to one’s own company',
      {
        security: [{}, { bearer: [] }],
        parameters: [
          { name: 'x-form-session', in: 'header', description: 'Instead of formSubmissionId', schema: text },
        ],
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: object(uploadBody, ['file', 'documentType']) } },
        },
        responses: {
          ...json('The stored file', uploaded, { url: text }),
          ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503),
        },
      },
    ),
  },
  '/documents/form-submission/{submissionId}': {
    post: call('documents-add', 'Documents', 'Add one file to a submission', {
      security: [{ bearer: [] }],
      parameters: [inPath('submissionId')],
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: object(staffBody, ['file']) } },
      },
      responses: {
        ...json('The stored file', uploaded, { url: text }),
        ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503),
      },
    }),
  },
  '/application/documents': {
    post: call('application-documents', 'Applicant', 'Add one file to a submitted application', {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: object(laterBody, ['file', 'token']) } },
      },
      responses: {
        ...json('The stored file', uploaded, { url: text }),
        ...errors(400, 404, 409, 413, 415, 429, 503),
      },
    }),
  },
  '/application/copy': {
    post: call(
      'application-copy',
      'Applicant',
      'The applicant’s copy of an application, its numbers masked',
      {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: object({ token: { ...text, example: TOKEN } }) } },
        },
        responses: { ...file('The PDF', 'application/pdf'), ...errors(400, 404, 422, 429) },
      },
    ),
  },
  '/documents/document/{id}': signedIn(
    'documents-document',
    'Documents',
    'A file as it was uploaded; every reading is written to the audit log',
    {
      parameters: [inPath('id'), DOWNLOAD],
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
    {
      parameters: [inPath('submissionId')],
      responses: { ...file('The archive', 'application/zip'), ...errors(400, 401, 403, 404, 422, 500) },
    },
  ),
  '/form/pdf/{id}': signedIn(
    'form-pdf',
    'Submissions',
    'An application as a PDF, stamped with who asked and when',
    {
      parameters: [inPath('id'), flag('original', 'The stored original instead'), DOWNLOAD],
      responses: { ...file('The PDF', 'application/pdf'), ...errors(400, 401, 403, 404, 422) },
    },
  ),
  '/form/export': table(
    'form-export',
    'Submissions',
    'Every application that the filter shows, as CSV; sensitive values are masked',
    queryOf(exportInput),
  ),
  '/form/submissions/{id}/statements/export': table(
    'form-statementsExport',
    'Submissions',
    'Every row of the bank statements that are read, as CSV',
    [inPath('id')],
    404,
  ),
  '/audit/export': table(
    'audit-export',
    'Audit log',
    'Every entry of the log that the filter shows, newest first, as CSV; for admins',
    queryOf(auditExportInput),
  ),
  '/logos/{file}': {
    get: call('logos', 'Public form', 'A company’s logo', {
      parameters: [inPath('file')],
      responses: { ...file('The picture', 'image/png'), ...errors(400, 404) },
    }),
  },
}
