import type { FastifyInstance } from 'fastify'
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { poolSizes } from '../database/pool-sizes.ts'
import { AppError } from '../../errors.ts'
import { readRoute, readStatus } from '../../http/log.ts'
import { findDegraded, REASONS, type Lifecycle } from '../../http/health.ts'
import { addObserver, type Observer } from '../../observe.ts'
import { readVersion } from '../../project-root.ts'
import type { Services } from '../../services.ts'
import { queueStateReader } from './queue-state.ts'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const OPERATION_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

export type Metrics = { registry: Registry; stop(): void }

/** Labels are names from the code, never an address, a company or a person. */
export function createMetrics(app: FastifyInstance, services: Services, lifecycle: Lifecycle): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  watchRequests(app, registers)
  watchProcess(services, lifecycle, registers)
  watchQueue(services, lifecycle, registers)
  return { registry, stop: watchOperations(registers) }
}

function watchRequests(app: FastifyInstance, registers: Registry[]): void {
  const requests = new Counter({
    name: 'intake_http_requests_total',
    help: 'Requests by route template, method and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'intake_http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  app.endReports.push((request, reply) => {
    const labels = { method: request.method, route: readRoute(request) }
    requests.inc({ ...labels, status: readStatus(reply) })
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
}

function watchOperations(registers: Registry[]): () => void {
  const seconds = new Histogram({
    name: 'intake_operation_duration_seconds',
    help: 'Uses of storage, scanner, mail and webhooks, jobs and accepted submissions',
    labelNames: ['kind', 'operation', 'outcome'],
    buckets: OPERATION_SECONDS,
    registers,
  })
  const accepted = new Counter({
    name: 'intake_submissions_accepted_total',
    help: 'New submissions that were stored',
    registers,
  })
  const watch: Observer = async ({ kind, name, isFailure }, work) => {
    const end = seconds.startTimer({ kind, operation: name })
    try {
      const result = await work()
      const outcome = isFailure?.(result) ? 'error' : 'ok'
      end({ outcome })
      if (kind === 'submission' && outcome === 'ok') accepted.inc()
      return result
    } catch (error) {
      end({ outcome: toOutcome(error) })
      throw error
    }
  }
  return addObserver(watch)
}

/** A mistake of the caller is not a failure of the store or the scanner. */
function toOutcome(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.code
  return error instanceof Error && error.name === 'FileMissingError' ? 'missing' : 'error'
}

function watchProcess(services: Services, lifecycle: Lifecycle, registers: Registry[]): void {
  const { config, db } = services
  new Gauge({
    name: 'intake_degraded',
    help: '1 while this is missing, which is checked every 10 s',
    labelNames: ['reason'],
    registers,
    collect() {
      const found = findDegraded(services, lifecycle)
      for (const reason of REASONS) this.set({ reason }, found.has(reason) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'intake_replica_in_use',
    help: '1 while DATABASE_REPLICA_URL serves reads, else 0',
    registers,
    collect() {
      this.set(db.replica?.isUsed() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'intake_build_info',
    help: 'Always 1; the version and role of this process',
    labelNames: ['version', 'role'],
    registers,
  }).set({ version: readVersion(), role: config.role }, 1)
  new Gauge({
    name: 'intake_pool_connections',
    help: 'Database connections in use and idle, callers waiting for one, and the most there may be',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, ...counts } of poolSizes(db))
        for (const [state, count] of Object.entries(counts)) this.set({ pool, state }, count)
    },
  })
  new Gauge({
    name: 'intake_disk_bytes',
    help: 'The disk under DATA_DIR: its size and what is free',
    labelNames: ['state'],
    registers,
    async collect() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      this.set({ state: 'free' }, bavail * bsize)
      this.set({ state: 'size' }, blocks * bsize)
    },
  })
}

function watchQueue({ db }: Services, lifecycle: Lifecycle, registers: Registry[]): void {
  const read = queueStateReader(db)
  new Gauge({
    name: 'intake_ready',
    help: '1 while this process serves and its database answers',
    registers,
    collect() {
      this.set(lifecycle.state === 'serving' && !lifecycle.missed.has('database') ? 1 : 0)
    },
  })
  new Gauge({
    name: 'intake_queue_jobs',
    help: 'Jobs of the whole installation; failed ones have no attempts left',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { task, waiting, scheduled, running, failed } of (await read())?.tasks ?? [])
        for (const [state, count] of Object.entries({ waiting, scheduled, running, failed }))
          this.set({ task, state }, count)
    },
  })
  new Gauge({
    name: 'intake_queue_oldest_seconds',
    help: 'How long the oldest due job has waited',
    labelNames: ['task'],
    registers,
    async collect() {
      this.reset()
      for (const { task, oldest } of (await read())?.tasks ?? []) this.set({ task }, oldest)
    },
  })
  new Gauge({
    name: 'intake_audit_unsealed_seconds',
    help: 'Age of the oldest audit entry behind the last seal',
    registers,
    async collect() {
      this.set((await read())?.unsealedSeconds ?? 0)
    },
  })
}
