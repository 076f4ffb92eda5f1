import fastifyStatic from '@fastify/static'
import type { AnyRouter } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '../project-root.ts'
import type { Services } from '../services.ts'
import { sendDocsPage } from './docs-page.ts'
import { registerGuide } from './guide.ts'

const FILES = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']
const STYLE = path.join(projectRoot, 'server', 'guide', 'docs.css')

const HEAD = '<link rel="stylesheet" href="/api/docs/files/swagger-ui.css">\n'
const BODY = `<main id="docs"></main>
<script src="/api/docs/files/swagger-ui-bundle.js"></script>
<script src="/api/docs/init.js"></script>`

/** Swagger UI draws every string with a `contentMediaType` as a file's input: here they are filters, sorts and ranges. */
const INIT = `document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)
const jsonAsText = () => ({
  afterLoad() {
    const isFile = this.fn.isFileUploadIntended
    this.fn.isFileUploadIntended = (schema, ...more) =>
      (schema?.get ? schema.get('contentMediaType') : schema?.contentMediaType) !== 'application/json' && isFile(schema, ...more)
  },
})
SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null, docExpansion: 'none',
  filter: true, defaultModelsExpandDepth: 0, plugins: [jsonAsText] })
`

export async function registerDocs(
  app: FastifyInstance,
  services: Services,
  router: AnyRouter,
): Promise<void> {
  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    // Slow to load and rarely used.
    const { openApiDocument } = await import('./openapi.ts')
    document ??= JSON.stringify(await openApiDocument(router))
    return reply.type('application/json; charset=utf-8').send(document)
  })

  app.get('/docs', async (_request, reply) =>
    sendDocsPage(reply, { title: 'Reference', section: 'reference', head: HEAD, body: BODY }),
  )
  app.get('/docs/init.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(INIT))
  app.get('/docs/docs.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(STYLE)),
  )
  registerGuide(app, services)
  await app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/files/',
    index: false,
    decorateReply: false,
    allowedPath: (name) => FILES.includes(name),
  })
}
