import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

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
