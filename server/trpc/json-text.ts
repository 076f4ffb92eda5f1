import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { LIMITS } from '#domain/limits'

type Open = { keys: Set<string> | null }

/**
 * Rejects what JSON.parse accepts: duplicate keys, which readers resolve differently, `__proto__`, and
 * excessive depth or length. Null if there is nothing to reject, valid JSON or not.
 */
export function jsonTextProblem(text: string): LocalizedText | null {
  const open: Open[] = []
  let entries = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') {
      open.push({ keys: character === '{' ? new Set() : null })
      if (open.length > LIMITS.jsonDepth) return serverMessages.tooDeep
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === ',') {
      entries += 1
      if (entries > LIMITS.jsonEntries) return serverMessages.tooManyEntries
    } else if (character === '"') {
      const end = endOfString(text, at)
      if (end === -1) return null
      const problem = isKey(text, end) ? keyProblem(open.at(-1)?.keys, text.slice(at, end + 1)) : null
      if (problem) return problem
      at = end
    }
  }
  return null
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

function isKey(text: string, end: number): boolean {
  let next = end + 1
  while (/\s/.test(text[next] ?? '')) next += 1
  return text[next] === ':'
}

function keyProblem(keys: Set<string> | null | undefined, quoted: string): LocalizedText | null {
  const key = read(quoted)
  if (key === null) return null
  if (key === '__proto__') return ({ unknownKey }) => unknownKey(key)
  if (keys?.has(key)) return serverMessages.duplicateKey(key)
  keys?.add(key)
  return null
}

function read(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
