import fastifyStatic from '@fastify/static'
import type { AnyRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Services } from '../services.ts'
import { pagePolicy } from './headers.ts'

const DOCS = '/api/docs'
const FILES = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Intake API</title>
<link rel="icon" href="${DOCS}/files/favicon-32x32.png">
<link rel="stylesheet" href="${DOCS}/files/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="${DOCS}/files/swagger-ui-bundle.js"></script>
<script src="${DOCS}/init.js"></script>
</body>
</html>
`

const INIT = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })\n`

export async function registerDocs(
  app: FastifyInstance,
  services: Services,
  router: AnyRouter,
): Promise<void> {
  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    // Slow to load and rarely used.
    const { openApiDocument } = await import('./openapi.ts')
    document ??= JSON.stringify(await openApiDocument(router, services.publicUrl))
    return reply.type('application/json; charset=utf-8').send(document)
  })

  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(PAGE),
  )
  app.get('/docs/init.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(INIT))
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/files/',
    index: false,
    decorateReply: false,
    allowedPath: (name) => FILES.includes(name),
  })
}
