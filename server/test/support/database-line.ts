import { createServer, connect, type AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type DatabaseLine = {
  /** the database's address through this line */
  url: string
  /** The next commit of a row of this table takes place, and the line breaks before the server can say so. */
  loseNextCommit(table: string): void
  /** From now on nothing gets through, and no connection breaks, until the returned function is called. */
  hang(): () => void
}

/** What PostgreSQL reports once a transaction, or an insert that is one by itself, is durable. */
const COMMITTED = [Buffer.from('COMMIT\0'), Buffer.from('INSERT 0 1\0')]

/** A line to a PostgreSQL server that can be cut at the worst moment; gone after the file's last test. */
export async function databaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const url = new URL(databaseUrl)
  const { hostname: host, port } = url
  let awaited: string | null = null
  let held = Promise.resolve()
  const line = createServer((near) => {
    const far = connect({ host, port: Number(port) })
    let losing = false
    near.on('data', (chunk: Buffer) => {
      if (awaited !== null && chunk.includes(awaited)) {
        awaited = null
        losing = true
      }
      void held.then(() => far.write(chunk))
    })
    far.on('data', (chunk: Buffer) => {
      if (losing && COMMITTED.some((report) => chunk.includes(report))) {
        losing = false
        far.destroy()
      } else near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.once('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  afterAll(() => line.close())
  url.port = String((line.address() as AddressInfo).port)
  return {
    url: url.href,
    loseNextCommit(table) {
      awaited = `INSERT INTO "${table}"`
    },
    hang() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return release
    },
  }
}
