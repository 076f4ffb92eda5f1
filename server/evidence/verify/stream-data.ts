import { numbers, PdfError, type Value } from './pdf-syntax.ts'

/** of a row in a table */
export const COLUMNS = 1000

/** @param most bytes, else PdfError */
export async function inflate(raw: Uint8Array, most: number): Promise<Uint8Array> {
  const source = new Blob([Uint8Array.from(raw)]).stream().pipeThrough(new DecompressionStream('deflate'))
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = source.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length
      if (size > most) throw new PdfError('a stream is too large')
      chunks.push(next.value)
    }
  } catch (cause) {
    throw cause instanceof PdfError ? cause : new PdfError('a stream is damaged', { cause })
  }
  const content = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    content.set(chunk, at)
    at += chunk.length
  }
  return content
}

/** Undoes the predictor 'up' of PNG, the one that cross-reference streams use. */
export function unpredict(rows: Uint8Array, parameters: Value | undefined): Uint8Array {
  if (!(parameters instanceof Map) || Number(parameters.get('Predictor') ?? 1) < 10) return rows
  const [columns = 0] = numbers([parameters.get('Columns') ?? 1])
  if (columns === 0 || columns > COLUMNS) throw new PdfError('a table has no columns')
  const count = Math.floor(rows.length / (columns + 1))
  const plain = new Uint8Array(columns * count)
  for (let row = 0; row < count; row++) {
    const kind = rows[row * (columns + 1)]
    if (kind !== 0 && kind !== 2) throw new PdfError('an unknown predictor')
    for (let column = 0; column < columns; column++) {
      const above = kind === 2 && row > 0 ? (plain[(row - 1) * columns + column] ?? 0) : 0
      plain[row * columns + column] = (rows[row * (columns + 1) + 1 + column] ?? 0) + above
    }
  }
  return plain
}
