import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { requireAction, requirePermission } from '../auth/guards.ts'
import { AppError } from '../errors.ts'
import { disposition } from '../platform/files/filename.ts'
import { logoName } from '../platform/files/logo-url.ts'
import { FileMissingError } from '../platform/files/storage.ts'
import { applicationCopy } from '../applicant/application-copy.service.ts'
import { tokenInput } from '../applicant/application.schema.ts'
import { exportAudit } from '../events/audit/audit-export.ts'
import { auditExportInput } from '../events/audit/audit.schema.ts'
import { openDocument } from '../documents/document.service.ts'
import { zipDocuments, zipSubmissions } from '../documents/zip-documents.ts'
import { exportSubmissions } from '../submissions/export/submission-export.ts'
import { exportRows } from '../statements/statement.service.ts'
import { readPackageCookies } from '../auth/package-browser.ts'
import { packageFile } from '../packages/package-file.service.ts'
import { fileInput } from '../packages/package.schema.ts'
import { submissionPdf } from '../submissions/pdf/submission-pdf.ts'
import { exportInput } from '../submissions/submission.schema.ts'
import type { Services } from '../services.ts'
import { id as idSchema, noInput } from '../trpc/inputs.ts'
import { acceptJsonOnly } from './bodies.ts'
import { toDigestTag } from './conditional.ts'
import { clientAddress, requestContext } from './context.ts'
import { sendFile } from './ranges.ts'

const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

const yes = z.literal('1').optional()
const documentQuery = z.strictObject({ download: yes })
const pdfQuery = z.strictObject({ original: yes, addition: idSchema.optional(), download: yes })

export function registerDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/documents/document/:id', async (request, reply) => {
    const context = await requestContext(services, request, reply)
    const actor = requirePermission(context, 'page:forms')
    const download = documentQuery.parse(request.query).download !== undefined
    const id = idSchema.parse(request.params.id)
    const file = await openDocument(services, actor, id, { ip: context.ip, download })
    asFile(reply, { ...file, kind: toKind(download) })
    return sendFile(request, reply, { ...file, tag: `"${id}"` })
  })

  app.get<{ Params: { submissionId: string } }>(
    '/documents/form-submission/:submissionId/zip',
    async (request, reply) => {
      const context = await requestContext(services, request, reply)
      const by = { actor: requirePermission(context, 'page:forms'), ip: context.ip }
      noInput.parse(request.query)
      return asZip(reply, await zipDocuments(services, by, idSchema.parse(request.params.submissionId)))
    },
  )

  app.get<{ Params: { id: string } }>('/form/pdf/:id', async (request, reply) => {
    const context = await requestContext(services, request, reply)
    const actor = requirePermission(context, 'page:forms')
    const query = pdfQuery.parse(request.query)
    // Both are sealed with all values.
    if (query.original ?? query.addition) requireAction(context, 'submission.reveal')
    const [original, download] = [query.original !== undefined, query.download !== undefined]
    const id = idSchema.parse(request.params.id)
    const wanted = { ip: context.ip, original, addition: query.addition, download }
    const { name, content } = await submissionPdf(services, actor, id, wanted)
    const { length: size } = content
    asFile(reply, { kind: toKind(download), name, type: 'application/pdf', size })
    // A stamped copy is another one each time.
    if (!original && query.addition === undefined) return reply.send(content)
    return sendFile(request, reply, { content, size, tag: toDigestTag(content) })
  })

  void app.register(async (scope) => {
    acceptJsonOnly(scope)
    scope.post('/application/copy', { bodyLimit: LIMITS.loginBodyBytes }, async (request, reply) => {
      const { token } = tokenInput.parse(request.body)
      const { name, content } = await applicationCopy(services, token, clientAddress(request))
      const head = { kind: 'attachment', name, type: 'application/pdf', size: content.length } as const
      return asFile(reply, head).send(content)
    })
    scope.post('/package/document', { bodyLimit: LIMITS.loginBodyBytes }, async (request, reply) => {
      const wanted = fileInput.parse(request.body)
      const packageCookies = readPackageCookies(request.headers.cookie)
      const file = await packageFile(services, { ip: clientAddress(request), packageCookies }, wanted)
      return asFile(reply, { ...file, kind: toKind(wanted.download) }).send(file.content)
    })
  })

  app.get('/form/export', async (request, reply) => {
    const context = await requestContext(services, request, reply)
    const actor = requireAction(context, 'submission.export')
    return asCsv(
      reply,
      await exportSubmissions(services, actor, exportInput.parse(request.query), context.ip),
    )
  })

  app.get('/form/export/zip', async (request, reply) => {
    const context = await requestContext(services, request, reply)
    const by = { actor: requireAction(context, 'submission.export'), ip: context.ip }
    return asZip(reply, await zipSubmissions(services, by, exportInput.parse(request.query)))
  })

  app.get<{ Params: { id: string } }>('/form/submissions/:id/statements/export', async (request, reply) => {
    const context = await requestContext(services, request, reply)
    const by = { actor: requireAction(context, 'submission.export'), ip: context.ip }
    noInput.parse(request.query)
    const { name, content } = await exportRows(services, by, idSchema.parse(request.params.id))
    return asFile(reply, { kind: 'attachment', name, type: 'text/csv; charset=utf-8' }).send(content)
  })

  app.get('/audit/export', async (request, reply) => {
    const context = await requestContext(services, request, reply)
    const actor = requireAction(context, 'audit.list')
    return asCsv(reply, await exportAudit(services, actor, auditExportInput.parse(request.query), context.ip))
  })

  app.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
    const name = logoName(request.params.file)
    if (name === null) throw new AppError('not_found')
    const content = await services.storage.open(name).catch((error: unknown) => {
      throw error instanceof FileMissingError ? new AppError('not_found', undefined, { cause: error }) : error
    })
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(content)
  })
}

type FileHead = { kind: 'inline' | 'attachment'; name: string; type: string; size?: number }

const toKind = (download: boolean): FileHead['kind'] => (download ? 'attachment' : 'inline')

function asCsv(reply: FastifyReply, { name, content }: { name: string; content: Readable }): FastifyReply {
  asFile(reply, { kind: 'attachment', name, type: 'text/csv; charset=utf-8' }).compress(content)
  return reply
}

const asZip = (reply: FastifyReply, { name, content }: { name: string; content: Readable }): FastifyReply =>
  asFile(reply, { kind: 'attachment', name, type: 'application/zip' }).send(content)

function asFile(reply: FastifyReply, { kind, name, type, size }: FileHead): FastifyReply {
  if (size !== undefined) reply.header('content-length', size)
  return reply.type(type).headers({
    'content-disposition': disposition(kind, name),
    'content-security-policy': SANDBOX,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
}
