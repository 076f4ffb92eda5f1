import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners look for it, and for the checksum at the end. */
export const KEY_PREFIX = 'intake_live_'
const KEY = /^(intake_live_[0-9a-f]{48})([0-9a-f]{8})$/

export function newKey(): string {
  const start = `${KEY_PREFIX}${randomBytes(24).toString('hex')}`
  return `${start}${checksum(start)}`
}

export function isKey(text: string): boolean {
  const [, start = '', end] = KEY.exec(text) ?? []
  return end === checksum(start)
}

export const keyStart = (key: string): string => key.slice(0, KEY_PREFIX.length + 6)

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
