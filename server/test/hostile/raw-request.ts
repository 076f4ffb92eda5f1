import { connect } from 'node:net'
import type { HostileAnswer } from './hostile-case.ts'

const PATIENCE_MS = 30_000

/** Bytes that no HTTP client would send, on a connection of their own; answers the first answer that comes. */
export function sendRaw(url: string, head: string, body: Buffer | string = ''): Promise<HostileAnswer> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('No answer came')))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      const answer = parse(Buffer.concat(chunks).toString('utf8'))
      if (!answer) return
      socket.destroy()
      resolve(answer)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`Closed after ${Buffer.concat(chunks).length} bytes`)))
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]))
  })
}

function parse(text: string): HostileAnswer | null {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  const body = rest.join('\r\n\r\n')
  if (status === undefined) return null
  if (length !== undefined) {
    return Buffer.byteLength(body) < Number(length) ? null : { status: Number(status), text: body }
  }
  if (!body.endsWith('0\r\n\r\n')) return null
  return { status: Number(status), text: body.replace(/^[0-9a-f]+\r\n|\r\n[0-9a-f]+\r\n/gi, '').trimEnd() }
}
