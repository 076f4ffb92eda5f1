import http from 'node:http'
import { performance } from 'node:perf_hooks'

/** A request as it goes over the line; `body` holds bytes, one a character. */
export type Wire = {
  method: string
  /** from /api on, as it is sent */
  path: string
  headers: (readonly [name: string, value: string])[]
  body: string | null
}

export type Answer = {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  ms: number
}

const ANSWER_WITHIN_MS = 60_000

export type Client = { send(wire: Wire): Promise<Answer>; close(): void }

/**
 * Sends requests byte for byte over a few connections that are kept alive, which `fetch` would not do.
 * `send` throws where there is no answer.
 */
export function openClient(url: string, connections: number): Client {
  const { hostname, port } = new URL(url)
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })

  const once = ({ method, path, headers, body }: Wire): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const content = body === null ? null : Buffer.from(body, 'latin1')
      const request = http.request(
        {
          agent,
          host: hostname,
          port,
          method,
          path,
          headers: headersOf(headers, content),
          timeout: ANSWER_WITHIN_MS,
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
              ms: performance.now() - began,
            }),
          )
        },
      )
      request.on('timeout', () => request.destroy(new Error('no answer in time')))
      request.on('error', (error) => reject(request.reusedSocket ? new LostConnection(error) : error))
      request.end(content ?? undefined)
    })

  return {
    // A connection may have been closed from the other side while it was idle; that is no answer's fault.
    send: (wire) =>
      once(wire).catch((error: unknown) => (error instanceof LostConnection ? once(wire) : fail(error))),
    close: () => agent.destroy(),
  }
}

class LostConnection extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

function fail(error: unknown): never {
  throw error
}

function headersOf(headers: Wire['headers'], content: Buffer | null): Record<string, string> {
  return { ...Object.fromEntries(headers), ...(content && { 'content-length': String(content.length) }) }
}
