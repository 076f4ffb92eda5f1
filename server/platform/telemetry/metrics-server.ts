import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Lifecycle } from '../../http/health.ts'
import type { Services } from '../../services.ts'
import { createMetrics } from './metrics.ts'

/** Listens on a port of its own, so that a proxy can leave it private. */
export async function serveMetrics(
  app: FastifyInstance,
  services: Services,
  lifecycle: Lifecycle,
): Promise<() => Promise<void>> {
  const { config, log } = services
  const { registry, stop } = createMetrics(app, services, lifecycle)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => void response.setHeader('content-type', registry.contentType).end(text),
      (err: unknown) => {
        log.error({ err }, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(config.metricsPort ?? 0, config.host)
  await once(server, 'listening')
  log.info({ address: server.address() }, 'metrics are served')
  return async () => {
    stop()
    server.close()
    server.closeAllConnections()
  }
}
