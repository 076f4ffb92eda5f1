import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** `silence` drops all data. Connections of that time never work again, as with a firewall that forgot them. */
type State = 'fine' | 'reset' | 'silence' | { delayMs: number }

export type FaultLine = { port: number; set(state: State): void }

/** A line to a server whose network fails as a test wants it to. Call it at the top of a test file. */
export async function faultLine(host: string, port: number): Promise<FaultLine> {
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let state: State = 'fine'
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const line = createServer((near) => {
    keep(near)
    if (state === 'reset') return void near.resetAndDestroy()
    if (state === 'silence') return void dead.add(near)
    const far = connect({ host, port })
    keep(far)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      let passing = Promise.resolve()
      one.on('data', (chunk: Buffer) => {
        passing = passing.then(async () => {
          if (typeof state === 'object') await delay(state.delayMs)
          if (!dead.has(near)) other.write(chunk)
        })
      })
      one.once('close', () => void passing.then(() => dead.has(near) || other.destroy()))
    }
    far.once('close', () => dead.has(near) || near.destroy())
    near.once('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    line.close()
  })
  return {
    port: (line.address() as AddressInfo).port,
    set(next) {
      state = next
      for (const socket of sockets) {
        if (next === 'reset') socket.resetAndDestroy()
        if (next === 'silence') dead.add(socket)
      }
    },
  }
}
