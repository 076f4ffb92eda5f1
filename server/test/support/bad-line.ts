import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export type BadLine = {
  /** The server's address behind this line. */
  url: string
  /** The next so many uploads reach the server, but the answers are lost and the line is cut. */
  loseAnswers: (count: number) => void
  /** Answers to uploads are held back until the answer of this is called. */
  holdAnswers: () => () => void
}

const UPLOAD = 'POST /api/documents/upload-public'

/** A line to the server that fails where a test wants it to. Call it at the top of a test file. */
export async function badLine(serverUrl: string): Promise<BadLine> {
  const { port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let lost = 0
  let held: Promise<void> | null = null

  const line = createServer((page) => {
    const server = connect(Number(port), '127.0.0.1')
    let uploading = false
    for (const socket of [page, server]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          page.destroy()
          server.destroy()
        })
    }
    page.on('data', (chunk: Buffer) => {
      if (chunk.includes(UPLOAD)) uploading = true
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      const answered = uploading
      uploading = false
      if (answered && lost > 0) {
        lost--
        page.destroy()
      } else if (answered && held) void held.then(() => page.write(chunk))
      else page.write(chunk)
    })
  })
  await new Promise<void>((ready) => line.listen(0, '127.0.0.1', ready))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    line.close()
  })
  return {
    url: `http://localhost:${(line.address() as AddressInfo).port}`,
    loseAnswers: (count) => (lost = count),
    holdAnswers: () => {
      let release = () => {}
      held = new Promise((done) => (release = done))
      return () => {
        held = null
        release()
      }
    },
  }
}
