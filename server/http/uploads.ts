import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverMessages } from '#domain/messages/server'
import { isStatementMonth } from '#domain/statement-month'
import type { Actor } from '../auth/actor.ts'
import { optionalActor, requireAction } from '../auth/guards.ts'
import { addressKey } from '../auth/throttle.ts'
import { AppError, fieldError } from '../errors.ts'
import { receiveUpload, skipUpload, tooLarge, type ReceivedFile } from '../platform/files/receive-upload.ts'
import {
  addLaterDocument,
  applicationTarget,
  submissionTarget,
  type ApplicationTarget,
} from '../applicant/later-documents.ts'
import { describeUpload, type Door } from '../documents/describe-upload.ts'
import { documentUrl, type UploadedFile } from '../documents/uploaded-file.ts'
import { addDocument, type ArrivedFile } from '../documents/add-document.ts'
import { heldTarget, uploadTarget, type UploadTarget } from '../documents/upload.service.ts'
import { UploadShare } from '../documents/upload-quota.ts'
import { requireSameCompany } from '../form-sessions/same-company.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { success } from '../trpc/envelope.ts'
import { isUnavailable } from '../trpc/public-error.ts'
import { sessionToken } from '../form-sessions/session-token.ts'
import { id as idSchema, noInput, text } from '../trpc/inputs.ts'
import { isUuid } from '../lib/uuid.ts'
import { discardRest } from './bodies.ts'
import { requestContext } from './context.ts'

const ENVELOPE_BYTES = 64 * 1024

// One more than allowed, which is rejected with our own message.
const MULTIPART_LIMITS = {
  files: 2,
  fields: 8,
  parts: 10,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
}
const FIELDS = {
  form: ['documentType', 'companyId', 'formSubmissionId', 'clientFileId', 'statementMonth'],
  applicant: ['documentType', 'token', 'clientFileId', 'statementMonth'],
  staff: ['documentType', 'clientFileId', 'statementMonth'],
  held: ['documentType', 'companyId', 'statementMonth'],
} as const satisfies Record<Door, readonly string[]>
type Field = (typeof FIELDS)[Door][number]
const FIELD = text()

export async function registerUploads(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { ...MULTIPART_LIMITS, fileSize: Infinity },
      throwFileSizeLimit: false,
    })
    for (const [url, door] of [
      ['/documents/upload-public', 'form'],
      ['/application/documents', 'applicant'],
      ['/documents/form-submission/:submissionId', 'staff'],
      ['/documents/upload', 'held'],
    ] as const) {
      scope.post<{ Params: { submissionId?: string } }>(url, async (request, reply) => {
        try {
          noInput.parse(request.query)
          const context = await requestContext(services, request, reply)
          const of = door === 'staff' ? staffPlace(context, request.params.submissionId) : null
          if (door === 'held') requireAction(context, 'submission.create')
          const data = await takeUpload(services, context, request, door, of)
          return { ...success(data), url: documentUrl(data.id) }
        } catch (error) {
          discardRest(request, reply)
          throw error
        }
      })
    }
  })
}

async function takeUpload(
  services: Services,
  context: Context,
  request: FastifyRequest,
  door: Door,
  of: StaffPlace | null,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_type', serverMessages.upload.multipart)
  const maxBytes = services.config.maxFileBytes
  const { 'content-length': header } = request.headers
  const length = header === undefined ? null : Number(header)
  if ((length ?? 0) > maxBytes + ENVELOPE_BYTES) throw tooLarge(maxBytes)

  const sender = context.actor?.apiKey ? `key ${context.actor.apiKey.id}` : addressKey(context.ip)
  const share = new UploadShare(services, sender, length)
  const upload = new Upload(services, context, share, door, of)
  let isKept = false
  try {
    for await (const part of partsOf(request)) await upload.take(part)
    const stored = await upload.finish()
    isKept = true
    return stored
  } catch (error) {
    // The row may be committed if the database was lost; the sweep removes files without a row.
    if (!isUnavailable(error)) await upload.undo()
    throw error
  } finally {
    await share.release(isKept)
  }
}

class Upload {
  readonly #services: Services
  readonly #context: Context
  readonly #share: UploadShare
  readonly #door: Door
  readonly #of: StaffPlace | null
  readonly #fields = new Map<Field, string>()
  #target: Target | null = null
  #file: ReceivedFile | null = null

  constructor(services: Services, context: Context, share: UploadShare, door: Door, of: StaffPlace | null) {
    this.#services = services
    this.#context = context
    this.#share = share
    this.#door = door
    this.#of = of
  }

  async take(part: Multipart): Promise<void> {
    if (part.type === 'field') return this.#takeField(part.fieldname, part.value, part.valueTruncated)
    if (part.fieldname !== 'file') throw unknownField(part.fieldname)
    if (this.#file || this.#target) throw new AppError('invalid_input', serverMessages.upload.oneFile)
    if (!part.filename) throw new AppError('invalid_input', ({ upload }) => upload.noFile)
    if (this.#door !== 'form' || this.#token() !== null || this.#context.actor !== null)
      this.#target = await this.#findTarget()
    else await this.#share.claim({ triesOf: addressKey(this.#context.ip) })
    const { filename, mimetype, file } = part
    if (this.#target?.stored) return skipUpload(this.#services, file)
    const incoming = { filename, mimetype, content: file, share: this.#share }
    this.#file = await receiveUpload(this.#services, incoming)
  }

  async finish(): Promise<UploadedFile> {
    const description = this.#describe(this.#file?.name ?? '')
    const target = this.#target ?? (await this.#findTarget())
    requireSameCompany(this.#fields.get('companyId'), targetCompany(target))
    const record = this.#file ? await this.#keep(target, { ...this.#file, ...description }) : target.stored
    if (!record) throw new AppError('invalid_input', ({ upload }) => upload.noFile)
    return record
  }

  async #keep(target: Target, file: ReceivedFile & ReturnType<typeof describeUpload>): Promise<UploadedFile> {
    const arrived = { ...file, clientFileId: this.#clientFileId() }
    const record = target.stored ?? (await this.#add(target, arrived))
    if (record.id !== file.id) await this.undo()
    return record
  }

  #add(target: Target, file: ArrivedFile): Promise<UploadedFile> {
    if (!('application' in target)) return addDocument(this.#services, target, file)
    return addLaterDocument(this.#services, target.application, file, this.#context.ip)
  }

  async undo(): Promise<void> {
    if (this.#file) await this.#services.storage.remove(this.#file.storedAs)
  }

  #takeField(name: string, value: unknown, truncated: boolean): void {
    const field = FIELDS[this.#door].find((known) => known === name)
    if (!field) throw unknownField(name)
    if (this.#fields.has(field)) throw fieldError(field, serverMessages.duplicateKey(field))
    const invalid = () => fieldError(field, ({ invalidField }) => invalidField(field))
    if (typeof value !== 'string' || truncated) throw invalid()
    const known = FIELD.parse(value)
    if (field === 'clientFileId' && !isUuid(known.toLowerCase())) throw invalid()
    if (field === 'statementMonth' && known !== '' && !isStatementMonth(known)) throw invalid()
    this.#fields.set(field, known)
  }

  #clientFileId(): string | null {
    return this.#fields.get('clientFileId')?.toLowerCase() ?? null
  }

  #describe(name: string) {
    const statementMonth = this.#fields.get('statementMonth') || null
    const documentType = this.#fields.get('documentType')
    return describeUpload({ name, documentType, statementMonth, door: this.#door })
  }

  #token(): string | null {
    return sessionToken(this.#fields.get('formSubmissionId'), this.#context.formSession)
  }

  #findTarget(): Promise<Target> {
    if (this.#of) {
      const { actor, submissionId } = this.#of
      return submissionTarget(this.#services, this.#share, actor, submissionId, this.#clientFileId())
    }
    if (this.#door === 'applicant') {
      const given = this.#fields.get('token') ?? ''
      return applicationTarget(this.#services, this.#share, given, this.#clientFileId())
    }
    const companyId = this.#fields.get('companyId') ?? ''
    if (this.#door === 'held')
      return heldTarget(
        this.#services,
        this.#share,
        requireAction(this.#context, 'submission.create'),
        companyId,
      )
    const token = this.#token()
    return uploadTarget(this.#services, this.#share, {
      token,
      actor: token === null ? optionalActor(this.#context) : null,
      companyId,
      clientFileId: this.#clientFileId(),
    })
  }
}

type StaffPlace = { actor: Actor; submissionId: string }

function staffPlace(context: Context, submissionId = ''): StaffPlace {
  const actor = requireAction(context, 'submission.update')
  return { actor, submissionId: idSchema.parse(submissionId) }
}

type Target = UploadTarget | ApplicationTarget

function targetCompany(target: Target): string {
  if ('application' in target) return target.application.companyId
  return 'session' in target ? target.session.link.companyId : target.companyId
}

const unknownField = (name: string) => fieldError(name, ({ unknownKey }) => unknownKey(name))

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  const parts = request.parts()
  for (;;) {
    const next = await parts.next().catch((cause: unknown) => {
      throw new AppError('invalid_input', ({ upload }) => upload.incomplete, { cause })
    })
    if (next.done) return
    yield next.value
  }
}
