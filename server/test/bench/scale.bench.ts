// How the hot calls grow with the number of submissions: medians in turns on 10,000, 100,000 and 1,000,000 of them.
// Run by: npm run bench:scale; the first run fills, so keep it in BENCH_DATA.
import os from 'node:os'
import { call, signIn } from '../support/factories.ts'
import { median } from '../support/processes.ts'
import { pageQuery } from './compare/reads.ts'
import { submitBody } from './compare/submits.ts'
import { PASSWORD, SIGN_IN } from './filled/brokers.ts'
import { ADMIN, openFilled, type FilledIntake } from './filled/filled-intake.ts'
import { A_HUNDREDTH_WORD, HUNDRED_WORD } from './filled/words.ts'
import { measure, type Caller } from './lists/measure.ts'

const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const REPETITIONS = Number(process.env.BENCH_REPETITIONS ?? 30)
const MOST = 1.5
const DASHBOARD_MS = 100
const PATH = '/form/submissions'
const SORT = { sort: ['createdAt', 'DESC'], range: [0, 9] }

const LISTS: [name: string, query: Record<string, unknown>][] = [
  ['list of ten newest', SORT],
  ['page 500', { ...SORT, ...pageQuery(500) }],
  ['page 5,000, or the last', { ...SORT, deep: true }],
  ['search matching 1 %', { ...SORT, filter: { q: A_HUNDREDTH_WORD } }],
  ['search matching 100', { ...SORT, filter: { q: HUNDRED_WORD } }],
]

const servers: FilledIntake[] = []

async function submits(callers: readonly Caller[]): Promise<number[]> {
  const times = callers.map((): number[] => [])
  for (let turn = 0; turn <= REPETITIONS; turn++) {
    for (const [index, { url }] of callers.entries()) {
      const began = performance.now()
      const { status } = await call(url, 'POST', '/form/submit', { body: submitBody })
      if (status !== 200) throw new Error(`submit: ${status}`)
      if (turn > 0) times[index]?.push(performance.now() - began)
    }
  }
  return times.map(median)
}

function report(name: string, times: readonly number[], mostMs?: number): void {
  const [first = Number.NaN] = times
  const last = times.at(-1) ?? Number.NaN
  const ratio = last / first
  const isMet = mostMs === undefined ? ratio <= MOST : last <= mostMs
  const cells = times.map((time) => time.toFixed(1).padStart(10)).join('')
  console.log(`  ${name.padEnd(36)}${cells}${ratio.toFixed(2).padStart(10)}  ${isMet ? 'yes' : 'NO'}`)
  if (!isMet) process.exitCode = 1
}

try {
  for (const submissions of SIZES)
    servers.push(await openFilled({ submissions, companies: 20_000, users: 100_000 }))
  const callersAs = (email: string) =>
    Promise.all(
      servers.map(async ({ intake: { url } }) => ({ url, token: await signIn(url, email, PASSWORD) })),
    )
  const callers = await callersAs(ADMIN)
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} threads, ` +
      `load ${os.loadavg()[0]?.toFixed(1)}; medians of ${REPETITIONS} calls each, in turns, in ms\n` +
      `  ${''.padEnd(36)}${SIZES.map((size) => size.toLocaleString('en-US').padStart(10)).join('')}     ratio  ≤ ${MOST}?`,
  )
  for (const [name, { deep = false, ...query }] of LISTS) {
    const times = await measure(callers, { name, path: PATH, query, deep: deep === true }, REPETITIONS)
    report(name, times?.map((each) => each.median) ?? [])
  }
  for (const [who, email] of [
    ['the provider', ADMIN],
    ['half of them', SIGN_IN.large],
  ] as const) {
    const name = `dashboard, ${who}, ≤ ${DASHBOARD_MS} ms`
    const times = await measure(
      await callersAs(email),
      { name, path: '/dashboard', query: { days: 90 } },
      REPETITIONS,
    )
    report(name, times?.map((each) => each.median) ?? [], DASHBOARD_MS)
  }
  report('submit, 1 connection', await submits(callers))
} finally {
  await Promise.all(servers.map((server) => server.stop()))
}
