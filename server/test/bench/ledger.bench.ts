// Whether a company can tell by time that a merchant is registered elsewhere: medians of submit, of the time from the
// submission to its receipt, of view and of the list of receipts, in turns for known and new merchants. Run by: npm run
// bench:ledger
import { setTimeout as delay } from 'node:timers/promises'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { call, signIn } from '../support/factories.ts'
import { median, percentile } from '../support/processes.ts'
import { upload } from '../support/uploads.ts'
import { PASSWORD } from './filled/brokers.ts'
import { ADMIN, openFilled } from './filled/filled-intake.ts'

const ROUNDS = Number(process.env.BENCH_REPETITIONS ?? 100)
const MEASURED = ['submit', 'receipt', 'view', 'registrations', 'verify'] as const

type Times = Record<(typeof MEASURED)[number], number[]>
const noTimes = (): Times => ({ submit: [], receipt: [], view: [], registrations: [], verify: [] })

const filled = await openFilled(
  { submissions: 1_000, companies: 20, users: 50 },
  { env: { WORKER: 'on', SMTP_URL: '' } },
)
const { url } = filled.intake

async function tenant(name: string, admin: string) {
  const email = `${name}@example.com`
  const body = {
    company: { nameIn: name, nameOut: name },
    user: { name, email, password: PASSWORD },
    role: { name: 'Company Admin', userType: 'company', permissions: ['page:main', 'page:forms'] },
  }
  const made = await call(url, 'POST', '/admin/create-company', { token: admin, body })
  const companyId = (made.body.data as { company: { id: string } }).company.id
  const token = await signIn(url, email, PASSWORD)
  const link = await call(url, 'POST', '/generated-link/create', { token, body: { companyId } })
  return { token, slug: (link.body.data as { slug: string }).slug }
}
type Tenant = Awaited<ReturnType<typeof tenant>>

const timed = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  times.push(performance.now() - began)
  return result
}

/** Returns once the job has made the receipt. */
async function apply({ slug, token }: Tenant, taxId: string, times: Times): Promise<void> {
  const session = await openFormSession(url, slug)
  await upload(url, { headers: { 'x-form-session': session } })
  const { body } = await timed(times.submit, () => submitApplication(url, session, { taxId }, slug))
  const id = body.data?.id ?? ''
  const list = () => call(url, 'GET', `/registration/get?filter=${JSON.stringify({ id })}`, { token })
  for (;;) {
    const { total, data } = (await list()).body
    const [receipt] = total === 1 ? (data as { at: string }[]) : []
    if (!receipt) {
      await delay(20)
      continue
    }
    const view = await timed(times.view, () =>
      call(url, 'POST', `/form/submissions/${id}/views`, { token, body: {} }),
    )
    const { createdAt } = view.body.data as { createdAt: string }
    times.receipt.push(Date.parse(receipt.at) - Date.parse(createdAt))
    await timed(times.registrations, list)
    await timed(times.verify, () => call(url, 'GET', `/registration/${id}/verify`, { token }))
    return
  }
}

try {
  const admin = await signIn(url, ADMIN, PASSWORD)
  const [holder, asker] = [await tenant('holder', admin), await tenant('asker', admin)]
  const [known, fresh] = [noTimes(), noTimes()]
  for (let round = 0; round < ROUNDS; round += 1) {
    const taxId = (of: number) => `12-${of + round}`
    await apply(holder, taxId(3_000_000), noTimes())
    const both = [() => apply(asker, taxId(3_000_000), known), () => apply(asker, taxId(4_000_000), fresh)]
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one()
  }
  console.log(`${ROUNDS} rounds; median and quartiles in ms`)
  for (const name of MEASURED) {
    const cells = [known, fresh].map(({ [name]: times }) =>
      [median(times), percentile(times, 0.25), percentile(times, 0.75)].map((time) => time.toFixed(1)),
    )
    console.log(`${name.padEnd(14)} known ${cells[0]?.join(' / ').padEnd(22)} new ${cells[1]?.join(' / ')}`)
  }
} finally {
  await filled.stop()
}
