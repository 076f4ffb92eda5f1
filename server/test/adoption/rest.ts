import { createHash } from 'node:crypto'
import { isRecord } from '#domain/json'
import { call } from '../support/factories.ts'

type Options = { token?: string; body?: unknown; headers?: Record<string, string> }

/** The `data` of an answer. @throws Error for any but a success */
export async function ask(
  url: string,
  method: string,
  path: string,
  options: Options = {},
): Promise<unknown> {
  const { status, body } = await call(url, method, path, options)
  if (status !== 200)
    throw new Error(`${method} ${path} was answered with ${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** The same where it is one record. */
export async function askOne(
  url: string,
  method: string,
  path: string,
  options: Options = {},
): Promise<Record<string, unknown> & { id: string }> {
  const data = await ask(url, method, path, options)
  if (!isRecord(data)) throw new Error(`${method} ${path} answered no record`)
  return { ...data, id: String(data.id) }
}

/** The same where it is a list. */
export async function askList(
  url: string,
  path: string,
  token: string,
): Promise<(Record<string, unknown> & { id: string })[]> {
  const data = await ask(url, 'GET', path, { token })
  if (!Array.isArray(data)) throw new Error(`GET ${path} answered no list`)
  return data.filter(isRecord).map((row) => ({ ...row, id: String(row.id) }))
}

/** The SHA-256 of a file that the API serves. @throws Error when it serves none */
export async function digestOf(url: string, path: string, token: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`GET ${path} was answered with ${answer.status}`)
  return sha256(Buffer.from(await answer.arrayBuffer()))
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Runs the work for each item, eight at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  const entries = items.entries()
  const worker = async () => {
    for (const [index, item] of entries) await work(item, index)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
