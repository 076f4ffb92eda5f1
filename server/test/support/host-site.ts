import { createServer } from 'node:http'
import { afterAll } from 'vitest'

export type HostSite = {
  /** http://127.0.0.1:<port>, another site than the test server's localhost */
  origin: string
  /** Serves a page with this body; answers its address. */
  page(body: string): string
}

/** A broker's own web site, for forms that are embedded in it; gone after the file's last test. */
export async function startHostSite(): Promise<HostSite> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const body = pages.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">` +
        `<link rel="icon" href="data:,"><title>Broker</title>${body ?? ''}</html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host site listens on no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    page(body) {
      const url = `/${pages.size + 1}`
      pages.set(url, body)
      return origin + url
    },
  }
}
