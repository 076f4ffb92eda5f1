/** Looks for secrets in bytes, in every form in which something may have written them down. */

/** A form of a secret, and which one it is. */
type Needle = { name: string; bytes: Buffer }

/** How a text or bytes would stand in a file, a dump, a log, an address or a mail. */
export function formsOf(secret: string | Buffer): Buffer[] {
  if (Buffer.isBuffer(secret)) return encodings(secret)
  const digits = secret.replace(/[- ]/g, '')
  const texts = new Set([secret, digits, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  const quotedPrintable = secret.replace(/=/g, '=3D')
  return [
    ...[...texts, quotedPrintable].flatMap((text) => encodings(Buffer.from(text))),
    Buffer.from(secret, 'utf16le'),
  ]
}

/** A date as people and programs write it; `iso` is 1961-07-23. */
export function formsOfDate(iso: string): Buffer[] {
  const [year = '', month = '', day = ''] = iso.split('-')
  const long = new Date(`${iso}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const texts = [
    `${month}/${day}/${year}`,
    `${Number(month)}/${Number(day)}/${year}`,
    `${day}.${month}.${year}`,
    long,
  ]
  return [iso, ...texts].flatMap(formsOf)
}

const HEX = (bytes: Buffer) => bytes.toString('hex')

function encodings(bytes: Buffer): Buffer[] {
  return [
    bytes,
    Buffer.from(HEX(bytes)),
    Buffer.from(HEX(bytes).toUpperCase()),
    // Wherever in a longer text it begins; its first and last signs depend on what stands around it.
    ...[0, 1, 2].flatMap((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
      const inner = text.slice(before === 0 ? 0 : 4, -4)
      return inner.length >= 8
        ? [Buffer.from(inner), Buffer.from(inner.replaceAll('+', '-').replaceAll('/', '_'))]
        : []
    }),
  ]
}

export type Search = (haystack: Buffer) => string[]

/** A search for all of them at once, in one pass: it answers the names of those that are there. */
export function searchFor(secrets: ReadonlyMap<string, Buffer[]>): Search {
  const byStart = new Map<number, Needle[]>()
  const starts = new Uint8Array(1 << 24)
  for (const [name, forms] of secrets) {
    for (const bytes of forms) {
      const start = bytes.readUIntBE(0, 3)
      starts[start] = 1
      byStart.set(start, [...(byStart.get(start) ?? []), { name, bytes }])
    }
  }
  return (haystack) => {
    const found = new Set<string>()
    let window = 0
    for (let at = 0; at < haystack.length; at += 1) {
      window = ((window << 8) | (haystack[at] ?? 0)) & 0xffffff
      if (at < 2 || starts[window] === 0) continue
      for (const { name, bytes } of byStart.get(window) ?? []) {
        if (haystack.subarray(at - 2, at - 2 + bytes.length).equals(bytes)) found.add(name)
      }
    }
    return [...found]
  }
}
