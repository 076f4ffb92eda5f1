import { expect, test } from 'vitest'
import { call } from '../test/support/factories.ts'
import { startDeskTests } from './desk.fixture.ts'

const { url, tenant, put } = await startDeskTests()

type Entry = { key: string; name: string; status?: string; retired: boolean }
type Settings = { statuses: Entry[]; reasons: Record<'declined' | 'withdrawn', Entry[]> }

async function start() {
  const own = await tenant()
  const write = async (deskSettings: unknown) => {
    const path = `/company/update/${own.company.id}`
    const { status, body } = await call(url, 'PUT', path, { token: own.bossToken, body: { deskSettings } })
    const data = body.data as { deskSettings: Settings } | undefined
    return { status, error: body.error, fields: body.fields, settings: data?.deskSettings }
  }
  const read = async () => {
    const { body } = await call(url, 'GET', `/company/get/${own.company.id}`, { token: own.bossToken })
    return (body.data as { deskSettings: Settings }).deskSettings
  }
  return { ...own, write, read }
}

test('a company renames, reorders, adds and retires statuses and reasons, and what it read can be sent back', async () => {
  const { write, read, submission, bossToken } = await start()
  const { statuses } = await read()
  const [first, ...others] = statuses
  const renamed = others.map((entry) => ({ ...entry, name: `My ${entry.name}`, retired: entry.key === 'with_funder' }))
  const { status, settings } = await write({ statuses: [...renamed, { name: 'Calling', status: 'in_review' }, first] })
  expect(status).toBe(200)
  expect(settings?.statuses.map(({ name }) => name).slice(-2)).toEqual(['Calling', 'New'])
  const made = settings?.statuses.at(-2)
  expect(made).toMatchObject({ key: expect.stringMatching(/^own_/), status: 'in_review', retired: false })
  const id = await submission()
  expect((await put(bossToken, id, 'status', { status: made?.key })).data.statusName).toBe('Calling')
  expect((await put(bossToken, id, 'status', { status: 'with_funder' })).error).toMatch(/^The status My With funder is no/)
  expect(await write(await read())).toMatchObject({ status: 200, settings })
  expect((await write({ reasons: { declined: [{ name: 'No licence', asksText: true }] } })).settings?.reasons.declined).toMatchObject([
    { name: 'No licence', retired: false, asksText: true },
    { key: 'low_sales', retired: true, asksText: false },
    {}, {}, {}, {}, {},
  ])
}) // prettier-ignore

test('keeps a status that is left out as a retired one, unless submissions need it', async () => {
  const { write } = await start()
  const { settings } = await write({ statuses: [{ name: 'Calling', status: 'in_review' }] })
  expect(settings?.statuses.filter(({ retired }) => !retired).map(({ name }) => name)).toEqual([
    'Calling', 'New', 'In review', 'Documents needed',
  ])
}) // prettier-ignore

test('holds no more entries than can be sent back, those that were left out included', async () => {
  const { write, read } = await start()
  const more = (from: number) => Array.from({ length: 9 }, (_, at) => ({ name: `${from + at}` }))
  expect((await write({ reasons: { declined: more(0) } })).status).toBe(200)
  expect((await write({ reasons: { declined: more(9) } })).status).toBe(200)
  const full = await read()
  expect(await write({ reasons: { declined: more(18) } })).toMatchObject({
    status: 400,
    error: 'A list holds at most 24 entries, retired ones included. Rename one that is no longer used.',
  })
  expect(await write(full)).toMatchObject({ status: 200, settings: full })
})

test.each([
  [{ statuses: [{ key: 'new', name: 'New', retired: true }] }, "New can't be retired: submissions arrive in it or come back to it."],
  [{ statuses: [{ key: 'new', name: 'New', status: 'funded' }] }, 'New keeps what it counts as.'],
  [{ statuses: [{ name: 'Calling' }] }, 'Choose what Calling counts as.'],
  [{ statuses: [{ key: 'theirs', name: 'A', status: 'new' }] }, 'There is no entry with the key theirs. Leave the key of a new one out.'],
  [{ statuses: [{ name: 'funded', status: 'new' }] }, 'The name funded is given twice. Choose another.'],
  [{ statuses: [{ key: 'new', name: 'A' }, { key: 'new', name: 'B' }] }, 'The key new is given twice.'],
  [{ statuses: [{ key: 'new', name: 'New', asksText: true }] }, /asksText/],
  [{ reasons: { withdrawn: [] } }, 'Keep at least one reason.'],
  [{ reasons: { declined: Array.from({ length: 25 }, (_, index) => ({ name: `${index}` })) } }, /at most 24 entries/],
  [{ statuses: [{ name: ' ', status: 'new' }] }, /name is required/],
])('refuses %j with a sentence and keeps the settings', async (deskSettings, sentence) => {
  const { write, read } = await start()
  const before = await read()
  const { status, error } = await write(deskSettings)
  expect({ status, error }).toEqual({ status: 400, error: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence) })
  expect(await read()).toEqual(before)
}) // prettier-ignore
