import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../project-root.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'

const { url, services, log } = await startTestServer({ metricsPort: 0, role: 'all' })
const metricsUrl = (() => {
  const line = log.map((text): { msg?: string; address?: AddressInfo } => JSON.parse(text))
  return `http://127.0.0.1:${line.find(({ msg }) => msg === 'metrics are served')?.address?.port}/metrics`
})()
const scrape = async () => (await fetch(metricsUrl)).text()

describe('metrics', () => {
  it('count requests by template and status, and accepted submissions, without a word of theirs', async () => {
    const token = await signIn(url, TEST_ADMIN.email)
    await call(url, 'GET', '/company/get', { token })
    await call(url, 'GET', '/company/get/Secret-Person-1', { token })
    await fetch(`${url}/api/secret-person-2`)
    const session = await openFormSession(url)
    await upload(url, {
      headers: { 'x-form-session': session },
      content: SMALL_PDF,
      name: 'secret-person-3.pdf',
    })
    expect((await submitApplication(url, session)).status).toBe(200)
    await vi.waitFor(
      async () =>
        expect(await scrape()).toMatch(
          /operation_duration_seconds_count{kind="job",operation="seal-pdf",outcome="ok"} 1/,
        ),
      { timeout: 120_000, interval: 200 },
    )
    const text = await scrape()
    const wanted = [
      /^intake_http_requests_total{method="GET",route="\/api\/company\/get",status="200"} 1$/m,
      /^intake_http_requests_total{method="GET",route="\/api\/company\/get\/:id",status="40\d"} 1$/m,
      /^intake_http_requests_total{method="GET",route="none",status="404"} 1$/m,
      /^intake_submissions_accepted_total 1$/m,
      /^intake_operation_duration_seconds_count{kind="storage",operation="put",outcome="ok"} \d+$/m,
      /^intake_pool_connections{pool="tenant",state="max"} 10$/m,
      /^intake_pool_connections{pool="system",state="waiting"} \d+$/m,
      /^intake_ready 1$/m,
    ]
    expect(wanted.filter((line) => !line.test(text)).map(String)).toEqual([])
    expect(text).toMatch(/\nintake_build_info{version="[\d.]+",role="all"} 1\n/)
    expect(text).toMatch(/\nintake_disk_bytes{state="free"} \d+\n/)
    expect(text.toLowerCase()).not.toMatch(/secret-person|demo|admin@/)
  })

  it('tell of waiting and failed jobs by task', async () => {
    const { pool } = services.db.connections.system
    await pool.query(
      `SELECT graphile_worker.add_job('no-such-task', '{}', run_at => now() - interval '90 s')`,
    )
    await pool.query(`SELECT graphile_worker.add_job('no-such-other', '{}', job_key => 'other')`)
    await pool.query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'other'`)
    const at = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => at + 60_000)
    const text = await scrape()
    vi.restoreAllMocks()
    expect(text).toContain('intake_queue_jobs{task="no-such-task",state="waiting"} 1')
    expect(text).toContain('intake_queue_jobs{task="no-such-other",state="failed"} 1')
    expect(
      Number(/intake_queue_oldest_seconds{task="no-such-task"} ([\d.]+)/.exec(text)?.[1]),
    ).toBeGreaterThan(89)
  })

  it('name what is missing while it is, and not after', { tags: ['long'] }, async () => {
    const degraded = (reason: string) =>
      scrape().then((text) => new RegExp(`^intake_degraded{reason="${reason}"} (\\d)$`, 'm').exec(text)?.[1])
    for (const reason of ['database', 'storage', 'disk', 'replica', 'worker'])
      expect([reason, await degraded(reason)]).toEqual([reason, '0'])
    expect(await scrape()).toMatch(/^intake_replica_in_use 0$/m)
    const outage = vi.spyOn(services.storage, 'healthy').mockRejectedValue(new Error('away'))
    // Without a probe.
    await expect.poll(() => degraded('storage'), { timeout: 120_000, interval: 100 }).toBe('1')
    outage.mockRestore()
    await expect.poll(() => degraded('storage'), { timeout: 120_000, interval: 100 }).toBe('0')
    const told = log.filter((line) => /the storage (does not answer|answers again)/.test(line))
    expect(told.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40, 30])
  })

  it('stay off the public port', async () => {
    expect((await fetch(`${url}/metrics`)).headers.get('content-type')).not.toContain('version=')
    expect((await fetch(`${url}/api/metrics`)).status).toBe(404)
    expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404)
  })

  it('expose all that the dashboard and the alerts read', async () => {
    const text = await scrape()
    const exposed = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    for (const name of ['grafana-dashboard.json', 'alert-rules.yml']) {
      const content = await readFile(path.join(projectRoot, 'server/deploy', name), 'utf8')
      const read = new Set(content.match(/\b(intake|nodejs|process)_[a-z0-9_]+\b/g))
      expect(read.size).toBeGreaterThan(5)
      expect([...read].filter((metric) => !exposed.has(metric))).toEqual([])
    }
  })
})

describe('requests without a whole response', () => {
  it('are counted and logged as 499 when the client leaves, and as what they got when their address is malformed', async () => {
    const [from, { port }] = [log.length, new URL(url)]
    const lines = () => log.slice(from).filter((line) => line.includes('"request"'))
    connect(Number(port), '127.0.0.1').end(
      'POST /api/form/submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await vi.waitFor(
      () => expect(lines().join()).toMatch(/"route":"\/api\/form\/submit","status":499/),
      30_000,
    )
    expect((await fetch(`${url}/api/%E0%A4%A`)).status).toBe(400)
    await vi.waitFor(() => expect(lines().at(-1)).toMatch(/"route":"none","status":400/), 30_000)
    const text = await scrape()
    expect(text).toMatch(/requests_total{method="POST",route="\/api\/form\/submit",status="499"} 1\n/)
    expect(text).toMatch(/requests_total{method="GET",route="none",status="400"} 1\n/)
  })
})

describe('the log', () => {
  it('has one line for each request, without addresses, and none for probes', async () => {
    const from = log.length
    await call(url, 'GET', '/company/get/Secret-Person-4?filter=secret')
    await call(url, 'GET', '/health/live')
    const lines = log
      .slice(from)
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
    expect(lines.filter(({ level }) => level === 30)).toEqual([
      expect.objectContaining({
        method: 'GET',
        route: '/api/company/get/:id',
        status: 401,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        reqId: expect.any(String),
      }),
    ])
    expect(log.slice(from).join('').toLowerCase()).not.toMatch(/secret|127\.0\.0\.1/)
  })
})
