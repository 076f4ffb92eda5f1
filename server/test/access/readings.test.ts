import { expect, it, describe } from 'vitest'
import { startTestServer } from '../support/server.ts'
import type { Row } from './matrix-cells.ts'
import { createCell, restTransport } from './matrix-run.ts'
import { TABLE } from './matrix-table.ts'
import { type Caller, makeWorld, createTwin } from './matrix-world.ts'
import { READINGS, type Reading } from './readings.ts'

/** Every call that answers applicants' data is in the audit log, and no other call answers any. */

const { url, services } = await startTestServer({ seedDemo: false })
const world = await makeWorld(url, services)
// Otherwise no retention period has anything to name.
await services.db.system('test').write(async (client) => {
  await client.formSubmission.updateMany({ data: { createdAt: new Date(Date.now() - 40 * 86_400_000) } })
  await client.company.updateMany({ data: { retentionDays: 30 } })
})

/** What the matrix's applicants sent, in several spellings. */
const MARKS = [
  world.a.legalName,
  world.b.legalName,
  'Mulberry Street',
  'goldencrust.example.com',
  '2125550187',
  '(212) 555-0187',
  '123-45-6789',
  '***-**-6789',
  '12-3456789',
  '**-***6789',
  '12,300.50',
  'statement.pdf',
  '"Bakery"',
] as const

/** Pages and files that hold examples only, and the old path of a call that is tested under its new one. */
const ASIDE = ['GET /api/openapi.json', 'GET /api/docs/guide', 'GET /api/submissions']

const calls = Object.entries(TABLE)
  .filter(([route]) => route.includes(' /api/') && !ASIDE.includes(route))
  .flatMap(([route, rows]) =>
    rows.map((row, index) => ({ name: `${route} (${index + 1})`, route, row, reading: READINGS[route] })),
  )

/** The call as an admin or a company's administrator makes it, as often as asked. */
async function make(route: string, row: Row, times: number) {
  const caller: Caller = isOk(row, 'admin') ? 'admin' : 'companyA'
  const known = row.changesCaller ? await createTwin(world, caller) : world.callers[caller]
  const sent = await row.send(createCell(world, caller, 'own', !route.startsWith('GET')))
  const entriesBefore = await readEntries(known?.user.id)
  const answers = []
  for (let count = 0; count < times; count++)
    answers.push(await restTransport(url, route)(sent, known?.token))
  return { answers, entries: (await readEntries(known?.user.id)) - entriesBefore }
}

const isOk = ({ outcomes }: Row, caller: Caller): boolean =>
  [outcomes[caller]].flat().some((status) => status === 200)

/** Repeated, a change changes nothing and so has one entry. */
const readEntries = (actorId: string | undefined) =>
  services.db.system('test').write((client) =>
    client.auditEntry.count({
      where: { actorId: actorId ?? '', act: { notIn: ['refused', 'submission-updated'] } },
    }),
  )

/** A file is applicants' data whatever is in it. */
const marksIn = (text: string): string[] =>
  text.startsWith('%PDF') ? ['a file'] : MARKS.filter((mark) => withoutPlaceholders(text).includes(mark))
/** The form shows how an SSN is written. */
const withoutPlaceholders = (text: string): string => text.replace(/"placeholder":"[^"]*"/g, '')

const declared = (...wanted: (Reading | undefined)[]) =>
  calls.filter(({ reading }) => wanted.includes(reading))

describe('an answer with applicants’ data', () => {
  it.each(declared('each'))('is recorded each time: $name', async ({ route, row }) => {
    const { answers, entries } = await make(route, row, 2)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const { text } of answers) expect(marksIn(text)).not.toEqual([])
    // An export writes one for each company.
    expect(entries).toBeGreaterThanOrEqual(2)
    expect(entries % 2).toBe(0)
  })

  it.each(declared('listed'))('is recorded once a minute: $name', async ({ route, row }) => {
    const first = await make(route, row, 1)
    expect(first.answers.map(({ status }) => status)).toEqual([200])
    expect(marksIn(first.answers[0]?.text ?? '')).not.toEqual([])
    expect(first.entries).toBeGreaterThanOrEqual(1)
    expect((await make(route, row, 2)).entries).toBe(0)
  })

  it.each(declared('link'))('is recorded by link and needs no sign-in: $name', async ({ route, row }) => {
    const read = () =>
      services.db
        .system('test')
        .write((client) => client.auditEntry.count({ where: { act: 'submission-read-by-link' } }))
    const before = await read()
    const { answers } = await make(route, row, 2)
    expect(row.guarded).toBe(false)
    // The table has no link of a second signer or a draft that opens; link-reads.test.ts has.
    const opened = answers.filter(({ status }) => status === 200).length
    expect((await read()) > before).toBe(opened > 0)
  })

  it.each(declared('applicant'))('is the applicant’s own: $name', ({ row }) => {
    expect(row.guarded).toBe(false)
  })
})

describe('every other answer', () => {
  it.each(declared('none', undefined))(
    'holds no applicants’ data: $name',
    { tags: ['long'] },
    async ({ route, row }) => {
      const { answers } = await make(route, row, 1)
      for (const { text } of answers) expect(marksIn(text)).toEqual([])
    },
  )
})
