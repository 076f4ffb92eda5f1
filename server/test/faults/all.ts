// npm run faults: runs every fault test in its long form, then prints a table of the results.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { projectRoot } from '../../project-root.ts'

type Row = Record<'what' | 'health', string> &
  Record<'acknowledged' | 'lost' | 'doubled' | 'refused' | 'orphans' | 'slowest' | 'jobsMs', number>

const results = path.join(projectRoot, '.cache/faults.jsonl')
const HEAD = [
  'fault',
  'acknowledged',
  'lost',
  'doubled',
  'refused or broken off',
  'files swept after, left none',
  'slowest answer, s',
  'jobs done after, s',
  'health: answers',
]
const seconds = (ms: number) => (ms / 1000).toFixed(1)
const toLine = (cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`

rmSync(results, { force: true })
const args = ['run', '--project=e2e', '--project=system', '--maxWorkers=1']
const FILES = ['server/test/faults', 'server/platform/database/replica']
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...FILES], {
  cwd: projectRoot,
  env: { ...process.env, FAULTS: 'complete', CI: 'true' },
  stdio: 'inherit',
})
const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : []
const rows = lines.map((line) => JSON.parse(line) as Row)
process.stdout.write(toLine(HEAD) + toLine(HEAD.map(() => '---')))
for (const { what, acknowledged, lost, doubled, refused, orphans, slowest, jobsMs, health } of rows)
  process.stdout.write(
    toLine([what, acknowledged, lost, doubled, refused, orphans, seconds(slowest), seconds(jobsMs), health]),
  )
process.exit(status ?? 1)
