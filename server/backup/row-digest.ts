import { createHash } from 'node:crypto'

const MODULUS = 1n << 256n

/**
 * A checksum of a table's rows, whatever their order: the sum of the rows' SHA-256, modulo 2^256. Sorting instead would
 * depend on the database's collation, which may differ where the backup is restored.
 */
export class RowDigest {
  #sum = 0n
  #rows = 0

  /** @param row a line of COPY's text format, the newline included */
  add(row: Uint8Array): void {
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % MODULUS
    this.#rows += 1
  }

  result(): { rows: number; digest: string } {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') }
  }
}
