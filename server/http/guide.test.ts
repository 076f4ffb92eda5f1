import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ERROR_CODES } from '../errors.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url } = await startTestServer({ role: 'all' })
const FOLDER = path.join(import.meta.dirname, '..', 'guide')
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort()
const read = (name: string) => readFile(path.join(FOLDER, name), 'utf8')

const shellBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)

describe('the guide', () => {
  it('has links that all lead somewhere', async () => {
    const start = await (await fetch(`${url}/api/docs/guide`)).text()
    const links = (html: string) =>
      [...html.matchAll(/(?:href|src)="(\/[^"#]*)"/g)].map(([, link = '']) => link)
    const pages = links(start).filter((link) => link.startsWith('/api/docs/guide/'))
    expect(pages.length).toBeGreaterThanOrEqual(files.length)
    const found = await Promise.all(
      pages.map(async (page) => links(await (await fetch(`${url}${page}`)).text())),
    )
    for (const link of new Set(found.flat()))
      expect([link, (await fetch(`${url}${link}`)).status]).toEqual([link, 200])
    expect((await fetch(`${url}/api/docs/guide/nothing`)).status).toBe(404)
  })

  it('explains every code of an error', async () => {
    const text = await read('08-errors.md')
    const rows = [...text.matchAll(/^\| (\d+) +\| `(\w+)`/gm)].map(([, status, code]) => [
      code,
      Number(status),
    ])
    expect(Object.fromEntries(rows)).toEqual(ERROR_CODES)
  })

  it('does the main job with curl alone', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'intake-guide-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const texts = await Promise.all(files.filter((name) => !name.includes('versions')).map(read))
    const script = texts
      .flatMap(shellBlocks)
      .join('\n')
      .replaceAll('https://intake.example.com', url)
      .replace('you@example.com', TEST_ADMIN.email)
      .replace('your password', TEST_ADMIN.password)
    const run = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
    const { stdout } = await run.catch(({ stdout: sofar }: { stdout: string }) => ({
      stdout: `${sofar}FAILED`,
    }))
    for (const shown of ['"legalName": "Golden Crust LLC"', '"in_review"', `${url}/form/`])
      expect(stdout).toContain(shown)
    expect(stdout).not.toMatch(/null\n|FAILED/)
    const made = (await readdir(folder)).filter((name) => !name.endsWith('.json'))
    for (const name of made)
      expect((await readFile(path.join(folder, name), 'latin1')).slice(0, 4)).toMatch(/^(%PDF|PK)/)
    expect(made).toHaveLength(4)
  })
})
