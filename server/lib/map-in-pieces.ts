import { setImmediate } from 'node:timers/promises'

const AT_ONCE = 20

let turn: Promise<unknown> = Promise.resolve()

/** One piece of all callers for each turn of the event loop: ten lists at once would hold it up ten times as long. */
const nextTurn = () => (turn = turn.then(() => setImmediate()))

/** Lets other requests through between its pieces: a row may take a millisecond of the event loop. */
export async function mapInPieces<Row, Made>(
  rows: readonly Row[],
  make: (row: Row) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await nextTurn()
    made.push(make(row))
  }
  return made
}
