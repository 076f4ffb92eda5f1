/** Reading what came from elsewhere: nothing is known of its shape until it was looked at. */

/** What a JSON text says; null when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text as it is; '' for anything else. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Those entries of a record whose values are text; none of anything else. */
export const textEntries = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}
