import {
  context,
  type Context,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { isRecord } from '#domain/json'
import { readRoute, readStatus } from '../../http/log.ts'
import { addObserver, type Observer, tracing } from '../../observe.ts'
import { oncePerInterval } from '../../lib/once-per-interval.ts'
import { readVersion } from '../../project-root.ts'

const FLUSH_MS = 2000

/** Spans hold names of ours, and of errors only that there was one: their messages may quote an applicant. */
export function startTracing(app: FastifyInstance, collector: string, instance: string): () => Promise<void> {
  const oncePerMinute = oncePerInterval(60_000)
  const warn = () =>
    void oncePerMinute('', async () => app.log.warn('traces could not be sent; their spans are dropped'))
  const ignore = () => {}
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore })
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'intake',
      'service.version': readVersion(),
      'service.instance.id': instance,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  const stops = [addObserver(traceOperation), traceStatements(traceOperation)]
  tracing.traceparent = readTraceparent
  traceRequests(app)
  return async () => {
    for (const stop of stops) stop()
    tracing.traceparent = () => undefined
    await pTimeout(provider.shutdown(), { milliseconds: FLUSH_MS, message: false }).catch(ignore)
    for (const api of [trace, context, propagation, diag]) api.disable()
  }
}

const getTracer = () => trace.getTracer('intake')

function traceRequests(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const route = readRoute(request)
    if (route.startsWith('/api/health/')) return done()
    // `tracestate` and `baggage` could hold anything.
    const parent = propagation.extract(ROOT_CONTEXT, { traceparent: headers.traceparent })
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const span = getTracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    const own = trace.setSpan(parent, span)
    contexts.set(request, own)
    context.with(own, done)
  })
  // The body's events are the connection's, not the request's.
  app.addHook('preValidation', (request, _reply, done) =>
    context.with(contexts.get(request) ?? context.active(), done),
  )
  app.endReports.push((request, reply) => {
    const status = readStatus(reply)
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT)
    span?.setAttribute('http.response.status_code', status)
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

const traceOperation: Observer = ({ kind, name, parent, isFailure }, work) => {
  // Probes and polls would each be a trace of their own.
  if (kind !== 'job' && !trace.getActiveSpan()) return work()
  const from = parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, parent)
  const options = { kind: kind === 'job' ? SpanKind.CONSUMER : SpanKind.CLIENT }
  return getTracer().startActiveSpan(`${kind} ${name}`, options, from, async (span) => {
    let isOk = false
    try {
      const result = await work()
      isOk = !isFailure?.(result)
      return result
    } finally {
      if (!isOk) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })
}

function readTraceparent(): string | undefined {
  const headers: { traceparent?: string } = {}
  propagation.inject(context.active(), headers)
  return headers.traceparent
}

/** Shows `observer` the statements of traced requests and jobs, but not those that poll. */
function traceStatements(observer: Observer): () => void {
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
