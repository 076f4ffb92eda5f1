import {
  context,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { readRoute, readStatus } from '../http/log.ts'
import { addObserver, tracing, type Observer } from '../observe.ts'
import { oncePerInterval } from '../once-per-interval.ts'
import { readVersion } from '../project-root.ts'
import { traceStatements } from './trace-statements.ts'

const FLUSH_MS = 2000

/** Spans hold names of ours, and of errors only that there was one: their messages may quote an applicant. */
export function startTracing(app: FastifyInstance, collector: string): () => Promise<void> {
  const oncePerMinute = oncePerInterval(60_000)
  const warn = () =>
    void oncePerMinute('', async () => app.log.warn('traces could not be sent; their spans are dropped'))
  const ignore = () => {}
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore })
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'intake', 'service.version': readVersion() }),
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
