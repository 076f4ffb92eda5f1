import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { isRecord, parseJson } from '#domain/json'
import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { serverMessages } from '#domain/messages/server'
import { keepLatest } from '../lib/keep-latest.ts'
import { projectRoot } from '../project-root.ts'
import { hasCode } from '../system-error.ts'
import { getOwn } from '#domain/get-own'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;color:#1f2937;max-width:32rem;margin:20vh auto;padding:0 1rem;text-align:center}' +
  'button{font:inherit;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#1d4fd7;color:#fff}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

type Page = { title: string; text: string; form?: string; language?: Language }

export const page = ({ title, text, form = '', language = DEFAULT_LANGUAGE }: Page): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p>${form}</html>`

export const notFoundPage = page(serverMessages.pages.notFound)
const notBuiltPage = page(serverMessages.pages.notBuilt)

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)

export const BUILT = path.join(projectRoot, 'dist', 'web')

export async function readBuilt(folder: string, name: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, name), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

export const sendBuilt = (reply: FastifyReply, html: string | Buffer | null): FastifyReply => {
  if (html === null) return sendPage(reply.code(503), notBuiltPage)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  return reply.type('text/html; charset=utf-8').send(html)
}

const MOST_COMPRESSED = 100
const keepCompressed = keepLatest<Buffer>(MOST_COMPRESSED)

/** For pages without secrets, which a company's text beside them could help to guess. Each is compressed once. */
export function compressed(reply: FastifyReply, html: string): string | Buffer {
  if (!/\bbr\b/.test(String(reply.request.headers['accept-encoding']))) return html
  reply.header('content-encoding', 'br')
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return keepCompressed(html, () => brotliCompressSync(html, { params }))
}

export async function wordsChunk(folder: string, language: Language): Promise<string[]> {
  if (language === DEFAULT_LANGUAGE) return []
  const manifest = parseJson((await readBuilt(folder, 'manifest.json')) ?? '')
  const chunk = isRecord(manifest) ? manifest[`server/domain/messages/${language}.ts`] : null
  return isRecord(chunk) && typeof chunk.file === 'string' ? [`/${chunk.file}`] : []
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => getOwn(ESCAPES, sign) ?? '')

/** Single quotes, as JSON is full of double ones. */
export const attribute = (name: string, value: string): string =>
  `${name}='${value.replace(/[&<>']/g, (sign) => getOwn(ESCAPES, sign) ?? '')}'`
