import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../project-root.ts'
import { startTestServer } from '../support/server.ts'
import { breakingChanges } from './breaking-changes.ts'
import { asDocument, COMMITTED, currentText, readCommitted } from './committed.ts'

const { url } = await startTestServer()
const folder = await mkdtemp(path.join(tmpdir(), 'intake-openapi-'))
afterAll(() => rm(folder, { recursive: true }))
const served = path.join(folder, 'openapi.json')
await writeFile(served, await (await fetch(`${url}/api/openapi.json`)).text())

/** What a linter writes: nothing but that it has found nothing. */
async function lint(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const command = path.join(projectRoot, 'node_modules', '.bin', program)
  const run = promisify(execFile)(command, args, { cwd: folder, env })
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed)
  return `${stdout}${stderr}`
}

describe('the served document', () => {
  it('has texts for parameters that hold JSON, as makers of clients stop at any other', async () => {
    const text = await readFile(served, 'utf8')
    expect(text).toContain('"contentMediaType":"application/json","contentSchema"')
    expect(text).not.toMatch(/"in":"query","name":"\w+"(,"description":"[^"]*")?,"content"/)
  })

  it('says of each call that takes a token that it may be refused, as an API key can be by any', async () => {
    type Call = { security?: unknown[]; responses: Record<string, unknown> }
    const { paths } = JSON.parse(await readFile(served, 'utf8')) as {
      paths: Record<string, Record<string, Call>>
    }
    const silent = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { security, responses }]) =>
        security?.length && ['401', '403'].some((status) => !(status in responses))
          ? [`${method} ${path}`]
          : [],
      ),
    )
    expect(silent).toEqual([])
  })

  it('has nothing that Redocly’s strict rules report', async () => {
    await writeFile(path.join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n')
    const report = await lint('redocly', 'lint', '--format=json', served)
    expect(report).toContain('"errors": 0')
    expect(report).toContain('"warnings": 0')
    expect(report).toContain('"problems": []')
  })

  it('has nothing that Spectral’s rules report', async () => {
    await writeFile(path.join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
    const report = await lint(
      'spectral',
      'lint',
      '-r',
      path.join(folder, '.spectral.yaml'),
      '-F',
      'hint',
      served,
    )
    expect(report).toContain("No results with a severity of 'hint' or higher found!")
  })
})

describe('the committed document', () => {
  it('is not broken by the present one', async () => {
    expect(breakingChanges(await readCommitted(), asDocument(await currentText()))).toEqual([])
  })

  it('is the present one', async () => {
    const isCurrent = (await readFile(COMMITTED, 'utf8')) === (await currentText())
    expect(isCurrent, 'the API has changed: run npm run openapi and commit server/http/openapi.json').toBe(
      true,
    )
  })
})
