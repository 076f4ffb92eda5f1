import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Connections = {
  drain(): void
}

/** On close, Node waits for connections without a request, which browsers open ahead, and for kept-alive ones. */
export function trackConnections(server: Server): Connections {
  const open = new Set<Socket>()
  const inFlight = new Map<Socket, number>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (inFlight.get(socket) ?? 1) - 1
      if (left > 0) {
        inFlight.set(socket, left)
        return
      }
      inFlight.delete(socket)
      if (draining) socket.destroySoon()
    })
  })
  return {
    drain() {
      draining = true
      for (const socket of open) if (!inFlight.has(socket)) socket.destroySoon()
    },
  }
}

const PIPELINED = 20

/**
 * Ends a connection that sends many requests without waiting for answers, as no browser or proxy does: 20,000 of them fit
 * into a megabyte and would keep everyone waiting for ten seconds.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count <= PIPELINED) return
    reply.hijack()
    socket.destroy()
  })
}
