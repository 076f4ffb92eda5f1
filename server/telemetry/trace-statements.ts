import { trace } from '@opentelemetry/api'
import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { isRecord } from '#domain/json'
import type { Observer } from '../observe.ts'

/** Shows `observer` the statements of traced requests and jobs, but not those that poll. */
export function traceStatements(observer: Observer): () => void {
  const { query } = pg.Client.prototype
  const { connect } = pg.Pool.prototype
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]): unknown {
    if (!trace.getActiveSpan()) return Reflect.apply(query, this, args)
    const done = args.at(-1)
    const hasCallback = typeof done === 'function'
    const send = (): Promise<unknown> => Reflect.apply(query, this, hasCallback ? args.slice(0, -1) : args)
    const sent = observer({ kind: 'database', name: nameStatement(args[0]) }, send)
    if (!hasCallback) return sent
    sent.then(
      (result) => void Reflect.apply(done, undefined, [null, result]),
      (error: unknown) => void Reflect.apply(done, undefined, [error]),
    )
  })
  // A pool calls those who wait in the trace of the one that returned a connection.
  Reflect.set(pg.Pool.prototype, 'connect', function (this: pg.Pool, taken?: () => void): unknown {
    return Reflect.apply(connect, this, [taken && AsyncResource.bind(taken)])
  })
  return () => {
    Reflect.set(pg.Client.prototype, 'query', query)
    Reflect.set(pg.Pool.prototype, 'connect', connect)
  }
}

/** 'accept-applications', 'SELECT FormSubmission' or 'COMMIT': never a value. */
function nameStatement(statement: unknown): string {
  const { name, text = statement } = isRecord(statement) ? statement : {}
  if (typeof name === 'string' && name !== '' && !name.startsWith('prisma-')) return name
  const sql = typeof text === 'string' ? text : ''
  const verb = /^\s*(\w+)/.exec(sql)?.[1] ?? 'statement'
  const table = /\b(?:FROM|INTO|UPDATE)\s+(?:"?\w+"?\.)?"?(\w+)/.exec(sql)?.[1]
  return table ? `${verb} ${table}` : verb
}
