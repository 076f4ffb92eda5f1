import type { FastifyReply, FastifyRequest } from 'fastify'

const DISCARD_BYTES = 128 * 1024 * 1024

/** Drains the request body, up to a limit, so that the client receives the error response. */
export function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  if (raw.readableEnded || raw.destroyed) return
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DISCARD_BYTES) raw.destroy()
  })
  raw.resume()
}
