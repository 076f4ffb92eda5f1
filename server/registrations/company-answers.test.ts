import { expect, it, vi } from 'vitest'
import { isRecord } from '#domain/json'
import { startRegistrationTests } from './registration.fixture.ts'

/**
 * Two companies whose names have the same length send the same applications at the same time. The merchant of the one is
 * registered elsewhere, that of the other is new. Whatever they ask, the answers have the same bytes.
 */
const world = await startRegistrationTests(true)
const { url, services, tenant, apply } = world
const [holder, known, fresh] = [
  await tenant('Holder Capital'),
  await tenant('Alpha Lending'),
  await tenant('Gamma Lending'),
]
const KNOWN = '12-3456789'
await apply(holder.link.slug, { taxId: KNOWN })
await settled(1)
const ids = await Promise.all([
  apply(known.link.slug, { taxId: KNOWN }),
  apply(fresh.link.slug, { taxId: '12-9876543' }),
])
await settled(3)

/** The worker has nothing left to do, and all events can be read. */
async function settled(receipts: number) {
  await vi.waitFor(
    async () => {
      const left = await services.db.system('test').write(async (client) => [
        await client.registration.count(),
        await client.$queryRaw<unknown[]>`
          SELECT key FROM graphile_worker.jobs WHERE attempts = 0 OR locked_at IS NOT NULL`,
        await client.event.count({ where: { position: null } }),
      ])
      expect(left).toEqual([receipts, [], 0])
    },
    { timeout: 120_000, interval: 100 },
  )
}

it('are in fact registered differently', async () => {
  const rows = await services.db.system('test').write((client) => client.registration.findMany())
  const stateOf = (id: string | undefined) => rows.find((row) => row.id === id)?.until !== null
  expect(ids.map(stateOf)).toEqual([false, true])
})

type Side = { token: string; submission: string; tenant: typeof known }
const sides: [Side, Side] = [
  { token: known.token, submission: ids[0] ?? '', tenant: known },
  { token: fresh.token, submission: ids[1] ?? '', tenant: fresh },
]

/** Every call of the document that reads, with the record that its path names. */
async function readingCalls(): Promise<[method: string, path: string][]> {
  const document: unknown = await (await fetch(`${url}/api/openapi.json`)).json()
  const paths = isRecord(document) && isRecord(document.paths) ? Object.entries(document.paths) : []
  const gets = paths.flatMap(([path, item]) => (isRecord(item) && 'get' in item ? [path] : []))
  return [
    ...gets.map((path): [string, string] => ['GET', path]),
    ['POST', '/form/submissions/{id}/views'],
    // Sorted and narrowed, as the page asks.
    ['GET', `/registration/get?sort=["number","ASC"]&range=[0,9]&filter={"q":"1","conflicts":true}`],
    ['GET', '/form/submissions?sort=["createdAt","ASC"]&range=[0,9]'],
  ]
}

const fill = (path: string, { submission, tenant: { company, boss, link } }: Side): string =>
  path
    .replace('{submissionId}', submission)
    .replace('{companyId}', company.id)
    .replace('{slug}', link.slug)
    .replace(/^\/company\/(.*)\{id\}/, `/company/$1${company.id}`)
    .replace(/^\/user\/(.*)\{id\}/, `/user/$1${boss.id}`)
    .replace(/^\/generated-link\/(.*)\{id\}/, `/generated-link/$1${link.id}`)
    .replace(/\{\w+\}/, submission)

/** Replaces ids, times and the company's name by placeholders of the same length. */
const normalised = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\b[0-9A-F]{4}-[0-9A-F]{4}\b/g, '<reference>')
    .replace(/\b[0-9a-f]{64}\b/g, '<digest>')
    // How long the test took to apply may round differently.
    .replace(/"medianSeconds":\d+/g, '"medianSeconds":<seconds>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/(["."])[\w-]{40,80}"/g, '$1<token>"')
    .replace(/user-[0-9a-f]{8}@/g, 'user@')
    .replace(/Role [0-9a-f]{8}/g, 'Role')
    .replace(/"id":"\d+"/g, '"id":"<number>"')
    .replace(/(Alpha|Gamma) Lending/g, 'Company')
    .replace(/(alpha|gamma)-lending/g, 'company')
    .replace(/\*\*-\*\*\*\d{4}|12-(3456789|9876543)/g, '<tax id>')

/** Differ with each answer, not with the merchant. */
const ASIDE = ['date', 'x-request-id', 'etag', 'ratelimit']

async function answer(side: Side, method: string, path: string): Promise<string> {
  const { status, headers, text } = await fetch(`${url}/api${fill(path, side)}`, {
    method,
    // The length of a compressed answer varies with its random ids.
    headers: { authorization: `Bearer ${side.token}`, 'accept-encoding': 'identity' },
  }).then(async (response) => ({
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ASIDE.includes(name)),
    text: await response.text(),
  }))
  return normalised(JSON.stringify([status, headers])) + normalised(text)
}

it('gets the same answers to every call that reads, byte for byte', { timeout: 120_000 }, async () => {
  const calls = await readingCalls()
  expect(calls.length).toBeGreaterThan(30)
  for (const [method, path] of calls) {
    // Files are compressed, with ids and times in them.
    if (/\/(pdf\/|zip$)/.test(path)) continue
    const [one, other] = [await answer(sides[0], method, path), await answer(sides[1], method, path)]
    expect(one.split(','), `${method} ${path}`).toEqual(other.split(','))
  }
  expect(await answer(sides[0], 'GET', '/registration/get')).toContain('"number":1,')
})
