const DIGITS = 8

/** Names a submission in speech and mail: the last digits of its id, as in `A1B2-C3D4`. */
export function toReference(submissionId: string): string {
  const digits = submissionId.slice(-DIGITS).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** @returns the digits as an id ends with them, or null if the text is no reference */
export function parseReference(text: string): string | null {
  const match = /^\s*([\da-f]{4})[-\s]?([\da-f]{4})\s*$/i.exec(text)
  return match ? `${match[1]}${match[2]}`.toLowerCase() : null
}
