import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { requireAction } from '../auth/guards.ts'
import { throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { traceCopy, traceInput } from '../marks/trace.service.ts'
import { tooLarge } from '../platform/files/receive-upload.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'
import { noInput } from '../trpc/inputs.ts'
import { acceptJsonOnly, discardRest } from './bodies.ts'
import { requestContext } from './context.ts'

const PARTS = { files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 }

export async function registerTrace(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    acceptJsonOnly(scope)
    await scope.register(multipart, { limits: { ...PARTS, fileSize: LIMITS.verifiedBytes } })
    scope.post('/package/trace', {
      // Before the body is read.
      onRequest: async (request, reply) => {
        const { userId } = requireAction(await requestContext(services, request, reply), 'copy.trace')
        noInput.parse(request.query)
        await throttle(services, 'tracePerUser', userId)
      },
      handler: async (request, reply) => {
        const context = await requestContext(services, request, reply)
        const actor = requireAction(context, 'copy.trace')
        try {
          const given = request.isMultipart()
            ? await readFile(request)
            : traceInput.parse(request.body).copyNumber
          return success(await traceCopy(services, { actor, ip: context.ip }, given))
        } catch (error) {
          discardRest(request, reply)
          throw error
        }
      },
    })
  })
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  const part = await request.file().catch((cause: unknown) => {
    throw new AppError('invalid_input', serverMessages.upload.oneFile, { cause })
  })
  if (!part || part.fieldname !== 'file') throw new AppError('invalid_input', ({ upload }) => upload.noFile)
  return part.toBuffer().catch((cause: unknown) => {
    throw part.file.truncated ? tooLarge(LIMITS.verifiedBytes) : cause
  })
}
