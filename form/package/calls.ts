import { packagePage as words } from '#domain/messages/package'
import type { OpenPackage } from '../../server/packages/package.schema.ts'

export type { OpenPackage }

/** What the server refused, in its words. */
export class CallError extends Error {
  readonly code: string
  readonly fields: ReadonlyMap<string, string>

  constructor(message: string, code = '', fields: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.fields = new Map(Object.entries(fields))
  }
}

type Body = { data?: unknown; error?: string; code?: string; fields?: Record<string, string> }

async function post(path: string, body: object): Promise<Response> {
  const response = await fetch(`/api/package/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (response?.ok) return response
  const { error, code, fields } = ((await response?.json().catch(() => null)) ?? {}) as Body
  throw new CallError(error ?? words.failed, code, fields)
}

async function read<Data>(path: string, body: object): Promise<Data> {
  return ((await (await post(path, body)).json()) as { data: Data }).data
}

export const openPackage = (token: string, code?: string) =>
  read<OpenPackage>('open', { token, ...(code !== undefined && { code }) })

export const sendAnswer = (token: string, answer: object) =>
  read<Pick<OpenPackage, 'answer'>>('answer', { token, ...answer })

export const readFile = async (token: string, documentId: string, download: boolean): Promise<Blob> =>
  (await post('document', { token, documentId, download })).blob()
