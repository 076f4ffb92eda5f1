let last = 0

/**
 * A monotonic UUIDv7, so that ids sort in the order of choice. Our own: `crypto.randomUUID` is missing on
 * plain http.
 */
export function newClientFileId(): string {
  last = Math.max(Date.now(), last + 1)
  const time = last.toString(16).padStart(12, '0')
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const digits = Array.from(bytes, (byte, index) => {
    const marked = index === 0 ? (byte & 0x0f) | 0x70 : index === 2 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return (time + digits.join('')).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
