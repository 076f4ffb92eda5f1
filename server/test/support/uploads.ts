import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Services } from '../../services.ts'
import type { Answer } from './factories.ts'

/** The smallest PDF that every reader opens. */
export const SMALL_PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#2f6f4f' } })
export const smallPng = (): Promise<Buffer> => picture().png().toBuffer()
export const smallJpeg = (progressive = false): Promise<Buffer> => picture().jpeg({ progressive }).toBuffer()

/** 96 by 64 pixels, blue with a yellow field, by libheif's encoder */
export const SMALL_HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
    'AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFjAAEAAAAAAAAAeQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA' +
    'AGh2YzEAAAAAv2lwcnAAAAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA' +
    'AAMAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAA' +
    'AAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAACBbWRhdAAAAHUoAa9YpARf0NtjCBTNv6Ft' +
    'LJ7cOSgiXFKVm/V9RZd/xReUeptDhlB/HW/0n+uAZVAWE5btrIrf7EnabYLzDe251i+GdrQaIzaNptk2jzGPLAjrGPupQij2BjlE' +
    'kTXResHlT3GijfsIn89BVf+nKct0bMKUSxA=',
  'base64',
)

export type Upload = {
  name?: string
  type?: string
  content?: Buffer
  /** before the file, unless `after` */
  fields?: Record<string, string>
  after?: Record<string, string>
  headers?: Record<string, string>
  path?: string
}

/** Sends a file as the form does. */
export async function upload(
  url: string,
  {
    name = 'statement.pdf',
    type = 'application/pdf',
    content = SMALL_PDF,
    fields = {},
    after = {},
    headers = {},
    path: called = '/documents/upload-public',
  }: Upload,
): Promise<Answer> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ documentType: 'bankStatements', ...fields }))
    form.set(field, value)
  form.set('file', new File([new Uint8Array(content)], name, { type }))
  for (const [field, value] of Object.entries(after)) form.set(field, value)
  const answer = await fetch(`${url}/api${called}`, { method: 'POST', body: form, headers })
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, headers: answer.headers, body }
}

/** Sends the first half of a file to a form session. @returns sends the rest and waits for the response */
export async function beginUpload(
  url: string,
  token: string,
  content: Buffer,
): Promise<() => Promise<{ status: number; body: Record<string, unknown> }>> {
  const boundary = 'intake-half'
  const head = [
    'content-disposition: form-data; name="documentType"\r\n\r\nbankStatements',
    'content-disposition: form-data; name="file"; filename="half.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
  ]
  const whole = Buffer.concat([
    Buffer.from(head.map((part) => `--${boundary}\r\n${part}`).join('\r\n')),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const half = whole.length - Math.floor(content.length / 2)
  const request = http.request(`${url}/api/documents/upload-public`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': whole.length,
      'x-form-session': token,
    },
  })
  const answer = new Promise<http.IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  )
  // Avoids an unhandled rejection; `finish` still throws it.
  answer.catch(() => {})
  await new Promise<void>((resolve, reject) =>
    request.write(whole.subarray(0, half), (error) => (error ? reject(error) : resolve())),
  )
  return async () => {
    request.end(whole.subarray(half))
    const response = await answer
    return {
      status: response.statusCode ?? 0,
      body: JSON.parse(await text(response)) as Record<string, unknown>,
    }
  }
}

/** The names of all stored and half-stored documents. */
export const storedDocuments = ({ config }: Pick<Services, 'config'>): Promise<string[]> =>
  readdir(path.join(config.dataDir, 'files', 'documents')).catch(() => [])
