import { isIP } from 'node:net'
import { z } from 'zod'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const SIGN_IN_POLICIES = ['auto', 'strict', 'relaxed'] as const

export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)
export const urlWithProtocol = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
    .transform((text) => new URL(text))
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))

export const base64Key = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=?$/)
  .transform((text): Buffer => Buffer.from(text, 'base64'))

export function isOrigin(url: URL): boolean {
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}

export function isBucket(url: URL): boolean {
  const endpoint = url.searchParams.get('endpoint')
  return url.hostname !== '' && (endpoint === null || /^https?:\/\/[^/]/.test(endpoint))
}

/** Of a host without a dot too, as no-reply@localhost. A name before it fails with every mail server. */
const SENDER = /^[^\s<>@]+@[^\s<>@]+$/

export function isMailServer(url: URL): boolean {
  const from = url.searchParams.get('from')
  return url.hostname !== '' && (from === null || SENDER.test(from))
}

export function isSocketAddress({
  protocol,
  hostname,
  pathname,
  username,
  password,
  search,
  hash,
}: URL): boolean {
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  return protocol === 'tcp:'
    ? hostname !== '' && /^\/?$/.test(pathname)
    : hostname === '' && pathname.length > 1
}

export function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

export function areProxies(parts: string[]): boolean {
  return parts.every((part) => {
    const [address = '', prefix, ...rest] = part.split('/')
    const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
    return (
      rest.length === 0 &&
      bits > 0 &&
      (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
    )
  })
}
