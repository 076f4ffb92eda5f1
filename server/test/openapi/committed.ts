import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isRecord } from '#domain/json'
import { appRouter } from '../../app-router.ts'
import { openApiDocument } from '../../http/openapi.ts'
import { projectRoot } from '../../project-root.ts'

type Document = Record<string, unknown>

/** The document as it was last agreed on. */
export const COMMITTED = path.join(projectRoot, 'server', 'http', 'openapi.json')

export async function readCommitted(): Promise<Document> {
  if (!existsSync(COMMITTED)) return {}
  return asDocument(await readFile(COMMITTED, 'utf8'))
}

export const currentText = async (): Promise<string> =>
  `${JSON.stringify(await openApiDocument(appRouter), null, 1)}\n`

export function asDocument(text: string): Document {
  const document: unknown = JSON.parse(text)
  if (!isRecord(document)) throw new Error('An OpenAPI document is an object')
  return document
}
