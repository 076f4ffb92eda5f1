import type { LocalizedText } from '#domain/messages/localized-text'
import { AppError } from '../errors.ts'

export function refuseKeys(input: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(input).map((key): [string, LocalizedText] => [
    key,
    ({ unknownKey }) => unknownKey(key),
  ])
  const [first] = unknown
  if (first) throw new AppError('invalid_input', first[1], { fields: Object.fromEntries(unknown) })
}
