import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { projectRoot } from '../project-root.ts'
import { hasCode } from '../system-error.ts'
import { pagePolicy } from './headers.ts'
import { notBuiltPage, sendPage } from './pages.ts'

const BUILT = path.join(projectRoot, 'dist', 'web')

/** The panel's page carries `<meta name="csp-nonce" content="__CSP_NONCE__">`: its styles need the nonce of the answer. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** The form's page carries `<meta name="max-file-bytes" content="__MAX_FILE_BYTES__">`: what the operator allows. */
const MAX_FILE_PLACEHOLDER = '__MAX_FILE_BYTES__'

/** Serves the two built front ends: the panel, the form, and their hashed files. `folder` is what vite wrote. */
export async function registerApps(
  app: FastifyInstance,
  { maxFileBytes }: Pick<Config, 'maxFileBytes'>,
  folder: string = BUILT,
): Promise<void> {
  const readForm = async () =>
    (await readApp(folder, 'form'))?.replace(MAX_FILE_PLACEHOLDER, String(maxFileBytes)) ?? null

  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
  })

  for (const url of ['/', '/admin', '/admin/*', '/unauthorized']) {
    app.get(url, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const html = await readApp(folder, 'admin')
      reply.header('content-security-policy', pagePolicy({ nonce }))
      return sendApp(reply, html?.replaceAll(NONCE_PLACEHOLDER, nonce) ?? null)
    })
  }

  for (const url of ['/form', '/form/:slug']) {
    app.get(url, async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy())
      return sendApp(reply, await readForm())
    })
  }

  for (const url of ['/embed', '/embed/:slug']) {
    app.get(url, async (_request, reply) => {
      reply.removeHeader('x-frame-options')
      reply.headers({
        'content-security-policy': pagePolicy({ frameAncestors: '*' }),
        'cross-origin-resource-policy': 'cross-origin',
      })
      return sendApp(reply, await readForm())
    })
  }
}

/** Read each time: it is small, and a build may replace it. Null when nothing has been built. */
async function readApp(folder: string, name: 'admin' | 'form'): Promise<string | null> {
  try {
    return await readFile(path.join(folder, name, 'index.html'), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

const sendApp = (reply: FastifyReply, html: string | null): FastifyReply =>
  html === null
    ? sendPage(reply.code(503), notBuiltPage)
    : reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
