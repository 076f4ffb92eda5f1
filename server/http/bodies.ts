import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { AppError } from '../errors.ts'
import { jsonTextProblem } from '../trpc/json-text.ts'

const DISCARD_BYTES = 128 * 1024 * 1024

export const BODY_LIMITS: ReadonlyMap<string, number> = new Map([
  ['auth.login', LIMITS.loginBodyBytes],
  ['auth.verify', LIMITS.loginBodyBytes],
  ['auth.forgotPassword', LIMITS.loginBodyBytes],
  ['auth.resetPassword', LIMITS.loginBodyBytes],
  ['company.uploadLogo', LIMITS.logoBodyBytes],
  ['form.submit', LIMITS.submitBodyBytes],
  ['form.createSubmission', LIMITS.submitBodyBytes],
  ['form.updateSubmission', LIMITS.submitBodyBytes],
  ['application.sign', LIMITS.submitBodyBytes],
  ['application.answer', LIMITS.submitBodyBytes],
  ['form.saveDraft', LIMITS.submitBodyBytes],
  ['import.companies', LIMITS.importBodyBytes],
  ['import.users', LIMITS.importBodyBytes],
  ['import.funders', LIMITS.importBodyBytes],
  ['import.links', LIMITS.importBodyBytes],
])

export const findBodyLimit = (path: string): number => BODY_LIMITS.get(path) ?? LIMITS.jsonBodyBytes

/** Node would read another encoding, or a compressed body, with U+FFFD in place of letters. */
export const jsonBodyProblem = (body: Buffer, text: string): LocalizedText | null =>
  isUtf8(body) ? jsonTextProblem(text) : serverMessages.notUtf8

export function requireSafeJson(text: string): void {
  const problem = jsonTextProblem(text)
  if (problem) throw new AppError('invalid_input', problem)
}

/** Some clients send a content type without a body with DELETE. */
export function acceptJsonOnly(app: FastifyInstance, ...types: string[]): void {
  // jsonTextProblem rejects __proto__.
  const parseJson = app.getDefaultJsonParser('ignore', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', ...types],
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined)
      const text = body.toString()
      const problem = jsonBodyProblem(body, text)
      if (problem) done(new AppError('invalid_input', problem))
      else void parseJson(request, text, done)
    },
  )
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) done(null, undefined)
    else done(new AppError('unsupported_type'))
  })
}

/** Drains the request body, up to a limit, so that the client receives the error response. */
export function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  if (raw.readableEnded || raw.destroyed) return
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARD_BYTES) raw.destroy()
  })
  raw.resume()
}
