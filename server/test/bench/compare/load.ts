import autocannon from 'autocannon'

export type Load = {
  url: string
  connections: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
  /** headers that differ from request to request */
  vary?: () => Record<string, string>
}

/** Sends requests for so many seconds, one at a time on each connection. Returns responses per second. */
export type Client = (load: Load, seconds: number) => Promise<number>

export const withAutocannon: Client = async (
  { url, connections, method = 'GET', headers = {}, body, vary },
  seconds,
) => {
  const { pathname, search } = new URL(url)
  const request: autocannon.Request = { method, headers, body, path: pathname + search }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      vary
        ? { ...request, setupRequest: (given) => ({ ...given, headers: { ...headers, ...vary() } }) }
        : request,
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

/** Costs the client more processor time for each request, as a client written with `fetch` does. */
export const withFetch: Client = async (
  { url, connections, method = 'GET', headers = {}, body, vary },
  seconds,
) => {
  const began = performance.now()
  const isOver = () => performance.now() - began > seconds * 1000
  let responses = 0
  const sendInTurn = async () => {
    while (!isOver()) {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...vary?.() },
        ...(body !== undefined && { body }),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      responses += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, sendInTurn))
  return (responses * 1000) / (performance.now() - began)
}
