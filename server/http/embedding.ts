import type { FastifyInstance } from 'fastify'
import { slug as slugSchema } from '../modules/link/link.schema.ts'
import { readBuilt, sendBuilt } from './pages.ts'
import { demoOrigin, demoPage } from './embed-demo.ts'
import type { PageServices } from './form-routes.ts'
import { pagePolicy } from './headers.ts'

const SCRIPT = 'embed.js'
const DEMO_SLUG = 'demo'

export function registerEmbedding(app: FastifyInstance, services: PageServices, folder: string): void {
  app.get('/embed.js', async (_request, reply) => {
    reply.headers({ 'cross-origin-resource-policy': 'cross-origin' })
    // The pasted name never changes, so new versions need a short cache time.
    return reply.sendFile(SCRIPT, folder, { maxAge: '5m', immutable: false })
  })

  app.get<{ Querystring: { slug?: unknown } }>('/embed-demo', async (request, reply) => {
    const asked = slugSchema.safeParse(request.query.slug)
    const origin = demoOrigin(request.headers.host, {
      protocol: request.protocol,
      publicUrl: services.publicUrl,
    })
    const built = await readBuilt(folder, 'form/embed-demo/index.html')
    reply.header('content-security-policy', pagePolicy({ embeds: [origin] }))
    return sendBuilt(
      reply,
      built && demoPage(built, { origin, slug: asked.success ? asked.data : DEMO_SLUG }),
    )
  })
}
