import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { jsonTextProblem } from '../trpc/json-text.ts'

/** Some clients send a content type without a body with DELETE. */
export function acceptJsonOnly(app: FastifyInstance): void {
  // Keys such as __proto__ are rejected rather than dropped.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const text = body.toString()
    const problem = jsonTextProblem(text)
    if (problem) done(new AppError('invalid_input', problem))
    else void parseJson(request, text, done)
  })
  app.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) done(null, undefined)
    else done(new AppError('unsupported_type'))
  })
}
