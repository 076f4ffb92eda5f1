import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { serverMessages } from '#domain/messages/server'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;color:#1f2937;max-width:32rem;margin:20vh auto;padding:0 1rem;text-align:center}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const page = ({ title, text }: { title: string; text: string }): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>`

export const notFoundPage = page(serverMessages.pages.notFound)
export const notBuiltPage = page(serverMessages.pages.notBuilt)

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)
