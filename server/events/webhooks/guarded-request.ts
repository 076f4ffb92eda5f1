import http from 'node:http'
import https from 'node:https'
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import pTimeout from 'p-timeout'
import ipaddr from 'ipaddr.js'

type Limits = { body?: string | undefined; allowPrivate: boolean; timeoutMs: number; maxBytes: number }
type Options = Limits & { method: string; headers: http.OutgoingHttpHeaders }

const MAX_INTERIM = 10

/**
 * Follows no redirect, and connects to the addresses that were checked, whatever the name resolves to meanwhile.
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

/** The IPv6 addresses that networks of the internet have (RFC 4291). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by its range, but reaches a service of Azure from inside its networks. */
const AZURE_PLATFORM = '168.63.129.16'

export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6)
}

/** @throws Error with the code ENOTFOUND, or NOT_PUBLIC if any address is not public */
export async function findAddresses(hostname: string, allowPrivate: boolean): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (allowPrivate) return lookup(host, { all: true })
  // `lookup` would take threads that files need, for as long as a stranger's name server likes.
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const none = (): string[] => []
  const resolved = () =>
    Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)])
  const addresses = ipaddr.isValid(host) ? [host] : (await resolved()).flat()
  if (addresses.length === 0) throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
  if (!addresses.every(isPublicAddress)) throw Object.assign(new Error(host), { code: 'NOT_PUBLIC' })
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
