import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../project-root.ts'
import { COMMITTED } from './committed.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-openapi-'))
afterAll(() => rm(folder, { recursive: true }))

async function lint(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const command = path.join(projectRoot, 'node_modules', '.bin', program)
  const run = promisify(execFile)(command, args, { cwd: folder, env })
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed)
  return `${stdout}${stderr}`
}

it('has nothing that Redocly’s strict rules report', async () => {
  await writeFile(path.join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n')
  const report = await lint('redocly', 'lint', '--format=json', COMMITTED)
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
    COMMITTED,
  )
  expect(report).toContain("No results with a severity of 'hint' or higher found!")
})
