import { execFile, spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { startTestServer } from '../test/support/server.ts'

const promtool = (...args: string[]) =>
  promisify(execFile)('promtool', args, { cwd: path.join(projectRoot, 'server/deploy') })

describe('promtool', () => {
  it('accepts the alerts and the example, and each alert fires when it should', async () => {
    expect((await promtool('check', 'rules', 'alert-rules.yml')).stdout).toContain('SUCCESS')
    expect((await promtool('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS')
    expect((await promtool('test', 'rules', 'alert-rules.test.yml')).stdout).toContain('SUCCESS')
  })

  it('finds no fault with our metrics on a running server', async () => {
    const { log } = await startTestServer({ metricsPort: 0 })
    const lines = log.map((line): { msg?: string; address?: AddressInfo } => JSON.parse(line))
    const port = lines.find(({ msg }) => msg === 'metrics are served')?.address?.port
    const input = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(input).toContain('intake_queue_jobs')
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
    // Three gauges of prom-client end in `_total`.
    const faults = (stdout + stderr)
      .split('\n')
      .filter((line) => line !== '' && !/^nodejs_\w+_total /.test(line))
    expect(faults).toEqual([])
  })
})
