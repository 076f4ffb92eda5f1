import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '#domain/limits'
import { requestMailMessages } from '#domain/messages/applicant-mail'
import { wordsIn } from '#domain/messages/localized-text'
import { endReminders } from '../requests/request.service.ts'
import type { Services } from '../services.ts'
import { page, sendPage } from './pages.ts'

type Route = { Querystring: { token?: unknown } }

/** One-click unsubscribing (RFC 8058): mail programs post to the address, so its token is in the query, which no log has. */
export async function registerUnsubscribe(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: LIMITS.loginBodyBytes } as const
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null))
    const answer = async ({ query, ip, method }: FastifyRequest<Route>, reply: FastifyReply) => {
      const token = typeof query.token === 'string' ? query.token : ''
      const { language, isFound } = await endReminders(services, token, ip, method === 'POST')
      const { unsubscribe: title, unsubscribed } = requestMailMessages[language]
      const form = isFound && method !== 'POST' ? `<form method="post"><button>${title}</button></form>` : ''
      const text = !isFound ? wordsIn(language).application.linkEnded : form === '' ? unsubscribed : ''
      return sendPage(reply.header('cache-control', 'no-store'), page({ title, text, form, language }))
    }
    scope.get('/unsubscribe', answer)
    scope.post('/unsubscribe', answer)
  })
}
