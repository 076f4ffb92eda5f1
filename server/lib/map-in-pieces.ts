import { setImmediate } from 'node:timers/promises'

const AT_ONCE = 20

/** For rows that each take a millisecond of the event loop: lets other requests through. */
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
