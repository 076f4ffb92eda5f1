import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

/** @param tag a strong ETag: these bytes never change */
type File = { content: Buffer | Readable; size: number; tag: string }

/** RFC 9110, 14: one range of bytes; for several, the whole file. @throws AppError range_not_satisfiable */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  const { content, size, tag } = file
  const range = findRange(request, size, tag)
  if (range === null) {
    if (content instanceof Readable) content.destroy()
    reply.removeHeader('content-disposition').header('content-range', `bytes */${size}`)
    throw new AppError('range_not_satisfiable')
  }
  const [from, to] = range ?? [0, size - 1]
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  reply.headers({ 'accept-ranges': 'bytes', etag: tag, 'content-length': to - from + 1 })
  return reply.send(content instanceof Readable ? cut(content, from, to) : content.subarray(from, to + 1))
}

/** null if it lies beyond the end, undefined if the whole file is to be sent */
function findRange({ method, headers }: FastifyRequest, size: number, tag: string) {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const isSent = method === 'GET' && first + last !== '' && (headers['if-range'] ?? tag) === tag
  if (!isSent || (first !== '' && last !== '' && Number(last) < Number(first))) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from < size ? ([from, to] as const) : null
}

/** Encrypted files are read from their start. */
function cut(content: Readable, from: number, to: number): Readable {
  const part = Readable.from(chunksBetween(content, from, to), { objectMode: false })
  content.once('error', (error) => part.destroy(error))
  return part.once('close', () => content.destroy())
}

async function* chunksBetween(content: Readable, from: number, to: number) {
  let at = 0
  // Leaving the loop must not destroy `content`: its AbortError would close the connection after a complete answer.
  const chunks: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at))
    if (part.length > 0) yield part
    at += chunk.length
    if (at > to) return
  }
}
