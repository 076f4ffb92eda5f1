import http from 'node:http'
import https from 'node:https'
import pTimeout from 'p-timeout'
import { findAddresses } from './find-addresses.ts'

type Limits = { body?: string | undefined; allowPrivate: boolean; timeoutMs: number; maxBytes: number }
type Options = Limits & { method: string; headers: http.OutgoingHttpHeaders }

const MAX_INTERIM = 10

/**
 * Follows no redirect, and connects to the addresses that were checked, whatever the name resolves to meanwhile.
 *
 * @returns the answer, of which nothing is read beyond `maxBytes`
 */
export async function guardedRequest(
  url: URL,
  { body, allowPrivate, timeoutMs, maxBytes, ...given }: Options,
) {
  const signal = AbortSignal.timeout(timeoutMs)
  const finding = findAddresses(url.hostname, allowPrivate)
  const addresses = await pTimeout(finding, { milliseconds: timeoutMs })
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const lookup: http.RequestOptions['lookup'] = (_host, _options, found) => found(null, addresses)
    const options = { ...given, agent: false, signal, autoSelectFamily: true, lookup }
    const request = (url.protocol === 'https:' ? https : http).request(url, options, resolve)
    request.on('error', reject)
    // Interim answers (1xx) need not end.
    let interim = 0
    request.on('information', () => void (++interim > MAX_INTERIM && request.destroy()))
    // Without an error where the answer switches protocols (101).
    request.on('close', () => reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })))
    request.end(body)
  })
  // Chunks may be single bytes, so they are put together once.
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length >= maxBytes) break
  }
  const { statusCode: status = 0, headers } = answer
  return { status, type: headers['content-type'] ?? '', content: Buffer.concat(chunks) }
}
