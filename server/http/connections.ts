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
