import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord, parseJson } from '#domain/json'
import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { projectRoot } from '../project-root.ts'
import { hasCode } from '../system-error.ts'
import { notBuiltPage, sendPage } from './pages.ts'

export const BUILT = path.join(projectRoot, 'dist', 'web')

export async function readBuilt(folder: string, name: string): Promise<string | null> {
  try {
    return await readFile(path.join(folder, name), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

export const sendBuilt = (reply: FastifyReply, html: string | null): FastifyReply =>
  html === null
    ? sendPage(reply.code(503), notBuiltPage)
    : reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)

const MANIFEST = 'manifest.json'

export async function wordsChunk(folder: string, language: Language): Promise<string[]> {
  if (language === DEFAULT_LANGUAGE) return []
  const manifest = parseJson((await readBuilt(folder, MANIFEST)) ?? '')
  const chunk = isRecord(manifest) ? manifest[`server/domain/messages/${language}.ts`] : null
  return isRecord(chunk) && typeof chunk.file === 'string' ? [`/${chunk.file}`] : []
}
