// How long lists take over HTTP at the server's production bundle, with 100,000 submissions, 2,000 companies and 5,000
// users beside 1,000, 20 and 50 of them. Ends with 1 where a median is over 100 ms. Run by: npm run bench:lists
import os from 'node:os'
import { signIn } from '../support/factories.ts'
import { PASSWORD, SIGN_IN } from './filled/brokers.ts'
import type { Size } from './filled/brokers.ts'
import { ADMIN, openFilled, type FilledIntake } from './filled/filled-intake.ts'
import { measure } from './lists/measure.ts'
import { otherLists } from './lists/other-lists.ts'
import { SUBMISSION_QUESTIONS, type Question } from './lists/questions.ts'

const REPETITIONS = Number(process.env.BENCH_REPETITIONS ?? 15)
const BUDGET_MS = 100
const SIZES: Size[] = [
  { submissions: 1_000, companies: 20, users: 50 },
  { submissions: 100_000, companies: 2_000, users: 5_000 },
]

const servers: FilledIntake[] = []

const load = () => `load ${os.loadavg()[0]?.toFixed(1)}`
const cell = (milliseconds: number) => milliseconds.toFixed(1).padStart(7)
let slow = 0

async function report(who: string, email: string, questions: readonly Question[]): Promise<void> {
  const callers = await Promise.all(
    servers.map(async ({ intake: { url } }) => ({ url, token: await signIn(url, email, PASSWORD) })),
  )
  console.log(
    `\n${`${who} (${load()})`.padEnd(56)} ${SIZES.map(({ submissions }) => `${submissions} rows`.padStart(24)).join('')}`,
  )
  for (const question of questions) {
    const times = await measure(callers, question, REPETITIONS)
    const isSlow = (times?.at(-1)?.median ?? 0) > BUDGET_MS
    if (isSlow) slow += 1
    const cells =
      times
        ?.map(({ total, median, p95 }) => `${String(total).padStart(7)} ${cell(median)} ${cell(p95)} `)
        .join('') ?? '  refused'
    console.log(`  ${question.name.padEnd(54)} ${cells}${isSlow ? ' over budget' : ''}`)
  }
}

try {
  for (const size of SIZES) servers.push(await openFilled(size))
  console.log(
    `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.availableParallelism()} threads, ${load()}; ` +
      `how many match, median and p95 of ${REPETITIONS} calls each, in turns, in ms`,
  )
  await report('Submitted Forms, an admin', ADMIN, SUBMISSION_QUESTIONS)
  await report('Submitted Forms, a company with half of them', SIGN_IN.large, SUBMISSION_QUESTIONS)
  await report('Submitted Forms, a company with 50', SIGN_IN.small, SUBMISSION_QUESTIONS)
  const url = servers.at(-1)?.intake.url ?? ''
  const others = await otherLists(url, await signIn(url, ADMIN, PASSWORD), '/form/submissions')
  if (others.length > 0) await report('Every other list, an admin', ADMIN, others)
  console.log(`\n${slow} medians over ${BUDGET_MS} ms; ${load()}`)
} finally {
  await Promise.all(servers.map((server) => server.stop()))
}
process.exitCode = slow > 0 ? 1 : 0
