import { isRecord, toText } from '#domain/json'

/** A copy in which every `$ref` is replaced by what it names. */
export function inlineRefs(value: unknown, document: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry) => inlineRefs(entry, document))
  if (!isRecord(value)) return value
  const path = toText(value.$ref).split('/').slice(1)
  const target = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), document)
  const { $ref: _ref, ...own } = value
  const inlined = Object.entries(own).map(([key, entry]) => [key, inlineRefs(entry, document)])
  const named = path.length > 0 ? inlineRefs(target, document) : {}
  return { ...(isRecord(named) && named), ...Object.fromEntries(inlined) }
}
