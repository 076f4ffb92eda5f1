import type pg from 'pg'

type Statement = string | pg.QueryConfig
type Done = (error: unknown, result?: pg.QueryResult) => void

const BEGIN = /^begin\b/i
const END = /^(commit|rollback)\s*$/i

/**
 * Makes a connection fit for a pooler in transaction mode, which gives each transaction any server connection: every
 * statement runs in a transaction that begins with `settings`, and none is named. The connection has to be in pipeline
 * mode, in which that takes one round trip.
 */
export function bindToTransactions(client: pg.ClientBase, settings: string): void {
  let isOpen = false
  const query = client.query
  const send = (config: pg.QueryConfig): Promise<pg.QueryResult> => Reflect.apply(query, client, [config])

  const run = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const { text } = statement
    if (BEGIN.test(text)) {
      isOpen = true
      return send({ text: `${text}; ${settings}` })
    }
    if (isOpen) {
      isOpen = !END.test(text)
      return send(statement)
    }
    const sent = [send({ text: `BEGIN; ${settings}` }), send(statement), send({ text: 'COMMIT' })] as const
    // The connection goes back to its pool after this, so all three have to be answered.
    const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return sent[1]
  }

  client.query = new Proxy(query, {
    apply(_query, _client, [given, values, done]: [Statement, unknown[] | undefined, Done | undefined]) {
      const config = typeof given === 'string' ? { text: given, ...(values && { values }) } : given
      const result = run({ ...config, name: undefined })
      if (!done) return result
      result.then((found) => done(null, found), done)
    },
  })
}
