import fastifyStatic from '@fastify/static'
import type { AnyRouter } from '@trpc/server'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '../project-root.ts'
import type { Services } from '../services.ts'
import { AppError } from '../errors.ts'
import { EVENT_TYPES, webhookFields, WEBHOOK_TYPES, type WebhookType } from '#domain/webhook-events'
import { sendAnswer } from './conditional.ts'
import { pagePolicy } from './headers.ts'

const FOLDER = path.join(projectRoot, 'server', 'guide')
const ADDRESS = 'https://intake.example.com'
const TYPES_PLACE = '<!-- webhook types -->'

const typesTable = (): string =>
  ['| type | when | fields of `data` |', '| --- | --- | --- |']
    .concat(EVENT_TYPES.map((type) => `| \`${type}\` | ${WEBHOOK_TYPES[type]} | ${fieldsOf(type)} |`))
    .join('\n')

const fieldsOf = (type: WebhookType): string =>
  webhookFields(type)
    .map((field) => `\`${field}\``)
    .join(', ')

type Page = { url: string; title: string; html: string }

/** The Markdown files of `server/guide`, in the order of their names: `03-lists.md` is `/api/docs/guide/lists`. */
function registerGuide(app: FastifyInstance, services: Pick<Services, 'publicUrl'>): void {
  let pages: Promise<Page[]> | undefined
  const show = async (page: string | undefined, reply: FastifyReply): Promise<FastifyReply> => {
    const all = await (pages ??= readPages(services.publicUrl))
    const shown = page === undefined ? all[0] : all.find(({ url }) => url === `/api/docs/guide/${page}`)
    if (!shown) throw new AppError('not_found')
    const entries = all.map(
      ({ url, title }) =>
        `<li><a href="${url}"${url === shown.url ? ' aria-current="page"' : ''}>${title}</a></li>`,
    )
    const body = `<nav aria-label="Guide"><ul>${entries.join('')}</ul></nav><main>${shown.html}</main>`
    return sendDocsPage(reply, { title: shown.title, section: 'guide', body })
  }
  app.get('/docs/guide', (_request, reply) => show(undefined, reply))
  app.get<{ Params: { page: string } }>('/docs/guide/:page', ({ params }, reply) => show(params.page, reply))
}

async function readPages(publicUrl: string): Promise<Page[]> {
  const { marked } = await import('marked')
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(FOLDER, name), 'utf8'))
        .replaceAll(ADDRESS, publicUrl)
        .replace(TYPES_PLACE, typesTable)
      // Focusable, so that the keyboard scrolls long lines.
      const html = (await marked.parse(text)).replaceAll('<pre>', '<pre tabindex="0">')
      const slug = path.basename(name, '.md').replace(/^\d+-/, '')
      return { url: `/api/docs/guide/${slug}`, title: /^# (.+)$/m.exec(text)?.[1] ?? slug, html }
    }),
  )
}

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
  let document: unknown
  app.get('/openapi.json', async (request, reply) => {
    // Slow to load and rarely used.
    const { openApiDocument } = await import('./openapi.ts')
    document ??= await openApiDocument(router)
    return sendAnswer(request, reply, document)
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

const SECTIONS = [
  ['guide', '/api/docs/guide', 'Guide'],
  ['reference', '/api/docs', 'Reference'],
  ['document', '/api/openapi.json', 'openapi.json'],
] as const

type DocsPage = { title: string; section: (typeof SECTIONS)[number][0]; body: string; head?: string }

function sendDocsPage(reply: FastifyReply, { title, section, body, head = '' }: DocsPage): FastifyReply {
  const links = SECTIONS.map(
    ([key, url, text]) => `<a href="${url}"${key === section ? ' aria-current="true"' : ''}>${text}</a>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Intake API</title>
<link rel="icon" href="/api/docs/files/favicon-32x32.png">
${head}<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body class="${section}">
<header><strong>Intake API</strong><nav aria-label="Documentation">${links.join('')}</nav></header>
${body}
</body>
</html>
`
  return reply
    .headers({ 'content-security-policy': pagePolicy(), link: '</api/openapi.json>; rel="service-desc"' })
    .type('text/html; charset=utf-8')
    .send(html)
}
