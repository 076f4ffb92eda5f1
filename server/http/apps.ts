import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { BUILT, readBuilt, sendBuilt } from './pages.ts'
import { registerEmbedding } from './embedding.ts'
import { registerForm, type PageServices } from './form-routes.ts'
import { pagePolicy } from './headers.ts'

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

  registerForm(app, services, folder)
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
