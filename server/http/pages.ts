import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord, parseJson } from '#domain/json'
import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { serverMessages } from '#domain/messages/server'
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

export const sendBuilt = (
  reply: FastifyReply,
  html: string | null,
  cacheControl: 'no-cache' | 'no-store' = 'no-cache',
): FastifyReply =>
  html === null
    ? sendPage(reply.code(503), notBuiltPage)
    : reply.header('cache-control', cacheControl).type('text/html; charset=utf-8').send(html)

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
