import type { FastifyReply, FastifyRequest } from 'fastify'

/** How much of a refused body is read on. */
const DISCARD_BYTES = 128 * 1024 * 1024

/**
 * Reads on what the sender of a refused body still sends, so that it gets to the answer: a line that is cut while it sends
 * shows it a broken line and no answer. Above a limit the line is cut all the same.
 */
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
