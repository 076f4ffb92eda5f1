// Intake's hot calls, each beside bare `node:http` and `pg` in the same run on the same PostgreSQL with fsync.
// Run by: npm run bench, npm run bench -- list search, npm run bench -- --check, npm run bench -- --profile list
import os from 'node:os'
import type { Group } from './compare/group.ts'
import { checkFigures } from './compare/figures.ts'
import { formatLine, HEADING, type Line } from './compare/line.ts'
import { options } from './compare/options.ts'
import { READS } from './compare/reads.ts'
import { SESSIONS } from './compare/sessions.ts'
import { STARTS } from './compare/starts.ts'
import { openStage } from './compare/stage.ts'
import { SUBMITS } from './compare/submits.ts'
import { UPLOADS } from './compare/uploads.ts'
import { FORM } from './form/group.ts'

const GROUPS: Group[] = [...READS, ...SESSIONS, ...UPLOADS, ...SUBMITS, ...STARTS, FORM]
const unknown = options.groups.filter((given) => !GROUPS.some(({ name }) => name === given))
if (unknown.length > 0)
  throw new Error(
    `No rows are called ${unknown.join(', ')}; there are ${GROUPS.map(({ name }) => name).join(', ')}`,
  )

const LEGEND = `
bare: node:http and pg do the same without validation, encryption, scopes or jobs. Ratios are medians of the rounds'.
required: where an issue asks for a multiple of Directus 12 or Strapi 5, which can't run here, their figure is taken as a
multiple of bare, measured beside it: page 3 x 43 / 36, search 10 x 6.5 / 4.8, upload 2.5 x 55 / 449 of a write without
fsync, user/me 600 / 2,850 of /health/live.`

const stage = await openStage(options.submissions)
const lines: Line[] = []
try {
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} threads, load ${os.loadavg()[0]?.toFixed(1)}; ` +
      `${options.submissions.toLocaleString('en-US')} submissions, ${options.rounds} rounds of ${options.seconds} s on each side, ` +
      `in turns; ${process.env.BENCH_SERVER ?? 'dist/server.mjs'}`,
  )
  if (!options.profile) console.log(`\n${HEADING}`)
  for (const { name, measure } of GROUPS) {
    if (options.groups.length > 0 && !options.groups.includes(name)) continue
    for (const line of await measure(stage)) {
      console.log(formatLine(line))
      lines.push(line)
    }
  }
  if (!options.profile) console.log(LEGEND)
} finally {
  await stage.stop()
}
const isMissed = ({ required, bare, ratio }: Line) => required?.isMet(bare, bare * ratio) === false
const lost = options.check ? await checkFigures(lines, new Date().toISOString().slice(0, 10)) : []
for (const line of lost) console.log(`slower than before: ${line}`)
process.exitCode = (options.check ? lost.length > 0 : lines.some(isMissed)) ? 1 : 0
