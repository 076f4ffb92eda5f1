import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Each of these lasts until what it answers is called. */
export type BadLine = {
  /** The server's address behind this line. */
  url: string
  /** Nothing gets through any more, and what is under way breaks off. */
  cut: () => () => void
  /** Whatever a test has left broken works again. */
  mend: () => void
  /** Uploads reach the server, and the line breaks off in place of an answer. */
  loseAnswers: () => () => void
  /** Uploads reach the server, and the answers wait. */
  holdAnswers: () => () => void
}

const UPLOAD = 'POST /api/documents/upload-public'

/** A line to the server that fails when a test wants it to. Call it at the top of a test file. */
export async function badLine(serverUrl: string): Promise<BadLine> {
  const { port } = new URL(serverUrl)
  const pages = new Set<Socket>()
  let state: 'fine' | 'cut' | 'losing' = 'fine'
  let held = Promise.resolve()

  const line = createServer((page) => {
    if (state === 'cut') return void page.destroy()
    const server = connect(Number(port), '127.0.0.1')
    let uploading = false
    const end = () => {
      page.destroy()
      server.destroy()
      pages.delete(page)
    }
    pages.add(page)
    for (const socket of [page, server]) socket.on('error', end).on('close', end)
    page.on('data', (chunk: Buffer) => {
      uploading ||= chunk.includes(UPLOAD)
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (!uploading) return void page.write(chunk)
      uploading = false
      if (state === 'losing') end()
      else void held.then(() => page.write(chunk))
    })
  })
  await new Promise<void>((ready) => line.listen(0, '127.0.0.1', ready))
  const cutAll = () => {
    for (const page of pages) page.destroy()
  }
  afterAll(() => {
    cutAll()
    line.close()
  })

  const mend = () => {
    state = 'fine'
  }
  return {
    url: `http://localhost:${(line.address() as AddressInfo).port}`,
    mend,
    cut: () => {
      state = 'cut'
      cutAll()
      return mend
    },
    loseAnswers: () => {
      state = 'losing'
      return mend
    },
    holdAnswers: () => {
      let release = () => {}
      held = new Promise((done) => (release = done))
      return release
    },
  }
}
