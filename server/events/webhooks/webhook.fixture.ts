import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Received = { path: string; headers: Record<string, string>; body: string; at: number }
export type Answer = (response: http.ServerResponse, received: Received) => void

export const answer =
  (status: number, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end()

/** A webhook receiver on this machine; `respond` writes its answer. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = { url: '', received, respond: answer(204) }
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const call = { path: request.url ?? '', headers, body, at: Date.now() }
      received.push(call)
      receiver.respond(response, call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
