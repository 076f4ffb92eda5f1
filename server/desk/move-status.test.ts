import { expect, test } from 'vitest'
import { call } from '../test/support/factories.ts'
import { startDeskTests } from './desk.fixture.ts'

const { url, tenant, put, read, admin, audited } = await startDeskTests()

const OWN_STATUSES = {
  statuses: [
    { key: 'new', name: 'Inbox' },
    { key: 'own_calling', name: 'Calling', status: 'in_review' },
    { key: 'own_old', name: 'Old', status: 'in_review', retired: true },
    { key: 'own_paid', name: 'Paid out', status: 'funded' },
    { key: 'with_funder', name: 'With funder', retired: true },
  ],
  reasons: { declined: [{ key: 'credit', name: 'Credit history', retired: true }] },
}

test('walks a submission from new to funded and notes the first decision and the funding', async () => {
  const { submission, bossToken } = await tenant()
  const id = await submission()
  for (const status of ['in_review', 'approved', 'in_review', 'approved']) {
    expect((await put(bossToken, id, 'status', { status })).data).toMatchObject({ status, reason: null })
  }
  const { decidedAt, statusAt } = await read(id)
  expect(decidedAt && decidedAt < statusAt).toBe(true)
  expect((await put(bossToken, id, 'status', { status: 'funded' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ decidedAt, fundedAt: expect.any(Date) })
  expect((await audited(id)).slice(-1)).toMatchObject([
    { act: 'submission-status-changed', detail: { from: 'approved', to: 'funded', reason: null } },
  ])
})

test.each([
  [{ status: 'approved' }, 400, /^This submission is Inbox\. It can move to: Calling, In review, /],
  [{ status: 'nonsense' }, 400, /^There is no such status\. Choose one of: Calling \(\w+\), /],
  [{ status: 'with_funder' }, 400, /^The status With funder is no longer used\. Choose one of: Calling \(\w+\), /],
  [{ status: 'own_old' }, 400, /^The status Old is no longer used/],
  [{ status: 'new' }, 400, /^This submission is Inbox\./],
  [{ status: 'declined' }, 400, /^Choose a reason: Sales too low \(low_sales\), /],
  [{ status: 'declined', reason: 'bad_mood' }, 400, /^Choose a reason: /],
  [{ status: 'declined', reason: 'credit' }, 400, /^Choose a reason: (?!.*Credit history)/],
  [{ status: 'withdrawn', reason: 'low_sales' }, 400, /^Choose a reason: Applicant withdrew \(\w+\), /],
  [{ status: 'in_review', reason: 'other' }, 400, 'Only declined and withdrawn submissions have a reason. Leave it out.'],
  [{ status: 'in_review', updatedAt: '2026-01-01T00:00:00.000Z' }, 409, /^Somebody else has changed this meanwhile/],
] as const)('answers %j with %i and a sentence, and changes nothing', async (body, status, sentence) => {
  const { submission, bossToken } = await tenant(OWN_STATUSES)
  const id = await submission()
  const before = await read(id)
  const answer = await put(bossToken, id, 'status', body)
  expect(answer.status).toBe(status)
  if (typeof sentence === 'string') expect(answer.error).toBe(sentence)
  else expect(answer.error).toMatch(sentence)
  expect([await read(id), await audited(id)]).toEqual([before, []])
}) // prettier-ignore

test("moves by the company's own statuses, exchanges those of one kind, and ends with funded ones", async () => {
  const { submission, bossToken } = await tenant(OWN_STATUSES)
  const id = await submission()
  const move = async (status: string) => put(bossToken, id, 'status', { status })
  expect((await move('own_calling')).data).toMatchObject({ status: 'in_review', statusName: 'Calling' })
  expect((await move('in_review')).data).toMatchObject({ status: 'in_review', statusKey: 'in_review' })
  await move('approved')
  expect((await move('own_paid')).data).toMatchObject({ status: 'funded', statusName: 'Paid out' })
  expect(await move('funded')).toMatchObject({
    status: 400,
    error: 'This submission is Paid out, which is final.',
  })
})

test('leaves decisions to those who may decide, and everything to those of the company', async () => {
  const [own, other] = [await tenant(), await tenant()]
  const id = await own.submission()
  const declined = { status: 'declined', reason: 'credit' }
  expect(await put(own.clerkToken, id, 'status', declined)).toMatchObject({
    status: 403,
    error: 'Making and undoing decisions needs the permission submission:decide. Ask your administrator.',
  })
  expect((await put(other.bossToken, id, 'status', declined)).status).toBe(404)
  expect((await put(own.clerkToken, id, 'status', { status: 'with_funder' })).status).toBe(200)
  expect((await put(admin, id, 'status', declined)).data).toMatchObject({ reason: 'credit' })
  expect((await put(admin, id, 'status', { status: 'in_review' })).data.reason).toBeNull()
})

test.each(['approved', 'declined', 'withdrawn'] as const)(
  'lets nobody undo %s without the permission to decide, and offers no such move',
  async (decision) => {
    const { submission, bossToken, clerkToken } = await tenant({
      statuses: [{ key: 'own_again', name: 'Decided again', status: decision }],
    })
    const id = await submission()
    await put(bossToken, id, 'status', { status: 'in_review' })
    const reason = { declined: 'credit', withdrawn: 'applicant', approved: undefined }[decision]
    expect((await put(bossToken, id, 'status', { status: decision, reason })).status).toBe(200)
    for (const status of ['in_review', 'own_again'])
      expect(await put(clerkToken, id, 'status', { status, reason })).toMatchObject({ status: 403 })
    expect((await read(id)).status).toBe(decision)
    const moves = async (token: string) => {
      const { body } = await call(url, 'GET', `/form/submissions/${id}/choices`, { token })
      return (body.data as { moves: object[] }).moves.length
    }
    expect(await moves(clerkToken)).toBe(0)
    expect(await moves(bossToken)).toBeGreaterThan(0)
    expect((await put(bossToken, id, 'status', { status: 'in_review' })).status).toBe(200)
  },
)

test('a reason that asks for a text takes one, which staff read in record, timeline and notes', async () => {
  const reasons = { declined: [{ key: 'credit', name: 'Credit history', asksText: true }, { key: 'other', name: 'Other' }] }
  const { application, boss, bossToken } = await tenant({ reasons })
  const id = await application()
  const decline = (more: object) => put(bossToken, id, 'status', { status: 'declined', ...more })
  const sentence = 'Write what the reason Credit history asks for.'
  for (const reasonText of [undefined, '', '  '])
    expect(await decline({ reason: 'credit', reasonText })).toMatchObject({ status: 400, error: sentence })
  expect((await decline({ reason: 'credit', reasonText: 'x'.repeat(1001) })).status).toBe(400)
  const text = 'Three NSFs in October.'
  expect((await put(bossToken, id, 'status', { status: 'in_review', reasonText: text })).status).toBe(400)
  expect((await decline({ reason: 'credit', reasonText: ` ${text} ` })).status).toBe(200)

  const get = async (path: string) => (await call(url, 'GET', `/form/submissions/${id}${path}`, { token: bossToken })).body.data
  expect(await get('')).toMatchObject({ reason: 'credit', reasonText: text })
  expect(await get('/timeline')).toContainEqual(
    expect.objectContaining({ sentence: 'Moved from New to Declined: Credit history', text, to: 'declined' }),
  )
  expect(await get('/notes')).toMatchObject([{ text, author: { name: boss.name } }])
  expect(JSON.stringify(await audited(id))).not.toContain(text)

  await put(bossToken, id, 'status', { status: 'in_review' })
  expect(await get('')).toMatchObject({ reason: null, reasonText: null })
  expect((await decline({ reason: 'other' })).status).toBe(200)
  expect(await get('')).toMatchObject({ reason: 'other', reasonText: null })
}) // prettier-ignore
