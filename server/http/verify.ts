import type { FastifyInstance } from 'fastify'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { requireActor } from '../auth/guards.ts'
import { throttle } from '../auth/throttle.ts'
import { AppError } from '../errors.ts'
import { knownCertificates } from '../evidence/certificates.ts'
import { verifyFile } from '../evidence/verify-file.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'
import { noInput } from '../trpc/inputs.ts'
import { requestContext } from './context.ts'
import { pagePolicy } from './headers.ts'
import { BUILT, readBuilt, sendBuilt } from './pages.ts'

export async function registerVerify(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/pdf', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: LIMITS.verifiedBytes },
      (_request, body, done) => done(null, body),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) =>
      done(new AppError('unsupported_type', serverMessages.upload.pdf)),
    )
    scope.post('/verify', {
      bodyLimit: LIMITS.verifiedBytes,
      // Before the body is read.
      onRequest: async (request, reply) => {
        const { userId } = requireActor(await requestContext(services, request, reply))
        noInput.parse(request.query)
        await throttle(services, 'verifyPerUser', userId)
      },
      handler: async (request, reply) => {
        const { userId } = requireActor(await requestContext(services, request, reply))
        if (!(request.body instanceof Uint8Array))
          throw new AppError('unsupported_type', serverMessages.upload.pdf)
        return success(await verifyFile(services, request.body, userId))
      },
    })
  })
}

/** The token of the package follows the `#`. */
export function registerPackagePage(app: FastifyInstance, folder = BUILT): void {
  app.get('/package', async (_request, reply) => {
    reply.headers({ 'content-security-policy': pagePolicy(), 'cache-control': 'no-store' })
    return sendBuilt(reply, await readBuilt(folder, 'package/index.html'))
  })
}

/** Both pages know the certificates of this installation as they are now. */
export function registerVerifyPages(app: FastifyInstance, { db }: Services, folder = BUILT): void {
  for (const [url, name] of [
    ['/verify', 'verify/index.html'],
    ['/verify.html', 'verify/offline.html'],
  ] as const) {
    app.get(url, async (_request, reply) => {
      const html = await readBuilt(folder, name)
      const known = JSON.stringify(await knownCertificates(db))
      const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html ?? '')?.[1]
      reply.header('content-security-policy', own ? `${own}; frame-ancestors 'none'` : pagePolicy())
      return sendBuilt(reply, html?.replace(/(?<=id="certificates">)\s*\[\]/, () => known) ?? null)
    })
  }
}
