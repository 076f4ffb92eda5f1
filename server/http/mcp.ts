import type { FastifyInstance } from 'fastify'
import { serverMessages } from '#domain/messages/server'
import { requireActor } from '../auth/guards.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { noInput } from '../trpc/inputs.ts'
import { requestContext } from './context.ts'

const words = serverMessages.mcp

/** The Model Context Protocol over Streamable HTTP, without sessions and streams. */
export function registerMcp(app: FastifyInstance, services: Services): void {
  app.post('/mcp', async (request, reply) => {
    noInput.parse(request.query)
    const context = await requestContext(services, request, reply)
    const actor = requireActor(context)
    if (!actor.apiKey) throw new AppError('forbidden', words.keyNeeded)
    const { origin, 'mcp-protocol-version': version } = request.headers
    // Against DNS rebinding, as the protocol demands. A key may name further origins, which CORS then opens.
    const own = new URL(services.publicUrl).origin
    if (![undefined, own, reply.getHeader('access-control-allow-origin')].includes(origin))
      throw new AppError('forbidden', words.origin)
    // A batch, which the protocol no longer has, would be one call to the rate limits.
    if (Array.isArray(request.body)) throw new AppError('invalid_input', serverMessages.notAnObject)
    // Every answer is JSON, whatever else the client accepts.
    const accept = 'application/json, text/event-stream'
    const headers = { accept, 'content-type': 'application/json' }
    const message = new Request(`${services.publicUrl}/api/v1/mcp`, { method: 'POST', headers })
    if (typeof version === 'string') message.headers.set('mcp-protocol-version', version)
    const marked = { ...actor, name: words.actor(actor.name) }
    const caller = { ...context, actor: marked, setHeader: () => undefined }
    // Slow to load and rarely used.
    const { answerMessage } = await import('./mcp-server.ts')
    const answer = await answerMessage(caller, message, request.body)
    void reply.code(answer.status).type('application/json; charset=utf-8')
    return answer.text()
  })
}
