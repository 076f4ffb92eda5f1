import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { slug as slugSchema } from '../entities/link/public-link.ts'
import { BUILT, readBuilt, sendBuilt } from './pages.ts'
import { type PageServices, registerForm } from './form-routes.ts'
import { pagePolicy } from './headers.ts'
import { demoOrigin, demoPage } from './embed-demo.ts'
import { loadDrawing } from './form-drawing.ts'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'

export async function registerApps(
  app: FastifyInstance,
  services: PageServices,
  folder: string = BUILT,
): Promise<void> {
  await registerAssets(app, folder)

  for (const url of ['/', '/admin', '/admin/*', '/unauthorized', '/forgot-password', '/reset-password']) {
    app.get(url, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const html = await readBuilt(folder, 'admin/index.html')
      reply.header('content-security-policy', pagePolicy({ nonce }))
      return sendBuilt(reply, html?.replaceAll(NONCE_PLACEHOLDER, nonce) ?? null)
    })
  }

  registerForm(app, services, { folder, draw: await loadDrawing(folder, services.log) })
  registerEmbedding(app, services, folder)
}

export async function registerAssets(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
  })
}

const SCRIPT = 'embed.js'
const DEMO_SLUG = 'demo'

function registerEmbedding(app: FastifyInstance, services: PageServices, folder: string): void {
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
