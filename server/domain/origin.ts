import { getOwn } from './get-own.ts'
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const ORIGIN = new RegExp(String.raw`^(https?)://(${LABEL}(?:\.${LABEL})*)(?::(\d{1,5}))?/?$`)
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }
const MAX_LENGTH = 253
const MAX_PORT = 65_535

/**
 * 'https://Broker.example:443/' → 'https://broker.example'; null for anything else. The result is safe in a
 * CSP header.
 */
export function parseOrigin(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const [, scheme = '', host = '', port] = ORIGIN.exec(text.trim().toLowerCase()) ?? []
  if (host === '') return null
  if (port === undefined || Number(port) === Number(getOwn(DEFAULT_PORTS, scheme)))
    return `${scheme}://${host}`
  return Number(port) >= 1 && Number(port) <= MAX_PORT ? `${scheme}://${host}:${Number(port)}` : null
}
