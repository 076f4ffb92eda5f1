import { setImmediate } from 'node:timers/promises'

const AT_ONCE = 20

/** Lets other requests through between its pieces: a row may take a millisecond of the event loop. */
export async function mapInPieces<Row, Made>(
  rows: readonly Row[],
  make: (row: Row) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await setImmediate()
    made.push(make(row))
  }
  return made
}
