import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '#domain/json'
import { AppError } from '../errors.ts'
import { mapInPieces } from '../lib/map-in-pieces.ts'

/** RFC 9110: a strong tag names exact bytes, so a record, which has one, is sent as it is; all else may be compressed. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  body: unknown = answer,
): Promise<unknown> {
  if (isRecord(answer)) addLinks(request, reply, answer)
  const text = await toJson(body)
  const tag = String(reply.getHeader('etag') ?? toTag(answer, text))
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead || (request.method !== 'DELETE' && !tag.startsWith('W/'))) reply.header('etag', tag)
  if (!isRead) return body
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  return tag.startsWith('W/') ? reply.compress(text) : reply.send(text)
}

/** What JSON.stringify makes, of long lists in bytes and row by row: one long text would hold up others for 5 ms. */
async function toJson(body: unknown): Promise<string | Buffer> {
  const rows = isRecord(body) ? body.data : body
  if (!Array.isArray(rows) || rows.length < LONG) return JSON.stringify(body)
  const texts = await mapInPieces(rows, (row: unknown) => Buffer.from(JSON.stringify(row)))
  const [head = '', end = ''] = isRecord(body) ? JSON.stringify({ ...body, data: [] }).split(NO_ROWS) : []
  const start = Buffer.from(isRecord(body) ? `${head}"data":[` : '[')
  return Buffer.concat([
    start,
    ...texts.flatMap((text, at) => (at > 0 ? [COMMA, text] : [text])),
    Buffer.from(`]${end}`),
  ])
}

const COMMA = Buffer.from(',')
const NO_ROWS = '"data":[]'
const LONG = 50

/** RFC 8288: the pages beside this one. */
function addLinks(request: FastifyRequest, reply: FastifyReply, answer: Record<string, unknown>): void {
  const sides = [['next', 'after'] as const, ['prev', 'before'] as const]
  const links = sides.flatMap(([rel, side]) => {
    const [path, query] = request.originalUrl.split('?')
    const { after: _after, before: _before, ...asked } = Object.fromEntries(new URLSearchParams(query))
    const cursor = answer[rel]
    if (typeof cursor !== 'string') return []
    return [`<${path}?${new URLSearchParams({ ...asked, [side]: cursor }).toString()}>; rel="${rel}"`]
  })
  const header = links.join(', ')
  // Clients give up beyond 16 KB of headers; the answer has the cursors, too.
  if (header !== '' && header.length <= 4096) reply.header('link', header)
}

const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)
export const toDigestTag = (content: Buffer): string => `"${digestOf(content)}"`

/** A record's tag begins with its `updatedAt`. */
function toTag(answer: unknown, text: string | Buffer): string {
  const digest = digestOf(text)
  const { data } = isRecord(answer) ? answer : {}
  const time = isRecord(data) && typeof data.updatedAt === 'string' ? Date.parse(data.updatedAt) : NaN
  return Number.isNaN(time) ? `W/"${digest}"` : `"${time.toString(36)}.${digest}"`
}

const withoutWeak = (tag: string): string => tag.trim().replace(/^W\//, '')

const hasTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').map(withoutWeak).includes(withoutWeak(tag)))

/** `If-Match` is the HTTP form of an input's `updatedAt`, which the call compares. */
export function withMatch(request: FastifyRequest, input: Record<string, unknown>): Record<string, unknown> {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*' || !['PUT', 'PATCH', 'DELETE'].includes(request.method))
    return input
  const time = parseInt(/^"([0-9a-z]{1,9})\.[\w-]{22}"$/.exec(header)?.[1] ?? '', 36)
  const sent =
    typeof input.updatedAt === 'string' && input.updatedAt !== '' ? Date.parse(input.updatedAt) : time
  if (Number.isNaN(time) || sent !== time) throw new AppError('precondition_failed')
  return { ...input, updatedAt: new Date(time).toISOString() }
}

/** RFC 9110: a failed `If-Match` is a 412, another outdated `updatedAt` a 409. */
export const rejectMatch = (request: FastifyRequest) => (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : error
  const isStale = cause instanceof AppError && cause.code === 'stale'
  throw isStale && request.headers['if-match'] !== undefined ? new AppError('precondition_failed') : error
}
