import { expect, test } from 'vitest'
import { ApiError } from '../calls/api-error.ts'
import type { Event } from './event.ts'
import { AT, form, link } from './opened.fixture.ts'
import { reduce } from './reduce.ts'
import { startState, type Sending, type Start, type State } from './state.ts'

const moment = { now: 1_000_000, today: '2026-11-21', online: true }
const receipt = { token: 'receipt-0', at: '2026-11-20T10:00:00.000Z' }
const onPage = { link, form, closed: false }
const question = { why: 'visit', token: 'token-0', generation: 0 } as const
const draft = {
  values: { legalName: 'Acme' },
  kept: [],
  secondSigner: null,
  savedAt: AT,
  revision: 1,
}
const nothing = { submittedAt: null, receiptToken: null, movedAt: null, draft: null, files: [] }
const told = (held: Partial<typeof nothing> | object): Event => ({
  type: 'stateTold',
  question,
  held: { ...nothing, ...held },
})

const SENDING: Sending = {
  is: 'sending',
  step: 'posting',
  values: {},
  kept: [],
  signing: null,
  token: null,
  tried: null,
  since: 0,
  tries: 0,
  renewals: 0,
  turnedAway: false,
  arrivedAt: null,
  error: null,
}

const run = (from: State, ...events: Event[]) => {
  let state = from
  const done: string[] = []
  for (const event of events) {
    const after = reduce(state, event, moment)
    state = after.state
    done.push(...after.effects.map((effect) => effect.do))
  }
  return { state, done }
}
const start = (given: Partial<Start> = {}): State =>
  startState({ slug: 'demo', onPage, token: null, marked: false, lasts: true, receipt, ...given })
const opened = (given?: Partial<Start>) => run(start(given), { type: 'opened' }).state

test('a receipt is drawn at once, and another application begins in an empty form', () => {
  expect(start({ token: 'token-0' }).page.is).toBe('receipt')
  const { state } = run(opened({ token: 'token-0' }), { type: 'receiptLeft' }, told({}))
  expect(state).toMatchObject({ page: { is: 'form' }, receipt, previousVisit: null, resumed: false })
})

test('a draft that was begun after it shows the form, from which the receipt is reached and left again', () => {
  const resumed = run(opened({ token: 'token-0', marked: true }), told({ draft })).state
  expect(resumed).toMatchObject({ page: { is: 'form' }, receipt, values: { legalName: 'Acme' } })
  const back = run(resumed, { type: 'receiptOpened' })
  expect(back.state.page.is).toBe('receipt')
  expect(run(back.state, { type: 'receiptLeft' }).state).toMatchObject({
    page: { is: 'form' },
    values: { legalName: 'Acme' },
  })
})

test('a draft that another tab saved does not take the receipt away', () => {
  const { state } = run(opened({ token: 'token-0' }), told({ draft }))
  expect(state).toMatchObject({ page: { is: 'receipt' }, resumed: true })
})

test('a marked session that holds nothing any more leaves the receipt', () => {
  const { state } = run(opened({ token: 'token-0', marked: true }), told({}))
  expect(state.page.is).toBe('receipt')
})

test('an application whose answer was lost replaces the receipt of the one before', () => {
  const { state, done } = run(
    opened({ token: 'token-0' }),
    told({ submittedAt: AT, receiptToken: 'receipt-1' }),
  )
  expect(state).toMatchObject({ page: { is: 'receipt' }, receipt: { token: 'receipt-1', at: AT } })
  expect(state.session.is).toBe('none')
  expect(done).toEqual(['keepReceipt', 'tellHost', 'forgetSession'])
})

test('what is being sent is not left for the receipt', () => {
  const sending = run(opened({ receipt: null, token: 'token-0', marked: true }), told({}), {
    type: 'changed',
    name: 'legalName',
    value: 'Acme',
    whole: false,
  }).state
  const state: State = { ...sending, receipt, submit: { is: 'waiting', on: 'files' } }
  expect(run(state, { type: 'receiptOpened' }).state.page.is).toBe('form')
})

test('a forgotten receipt leaves the form', () => {
  const { state, done } = run(
    opened(),
    { type: 'sessionTaken', token: 'token-0' },
    { type: 'receiptForgotten' },
  )
  expect(state).toMatchObject({ page: { is: 'form' }, receipt: null })
  expect(done).toEqual(['forgetReceipt'])
})

test('the receipt of a closed link shows; another application does not begin', () => {
  const closed = opened({ onPage: { link, form, closed: true } })
  expect(closed.page.is).toBe('receipt')
  const error = new ApiError('This link no longer takes new applications.', 'conflict')
  const { state } = run(closed, { type: 'sessionFailed', error }, { type: 'receiptLeft' })
  expect(state.page).toMatchObject({ is: 'loading' })
  expect(run(state, { type: 'sessionFailed', error }).state.page.is).toBe('failed')
})

test('a link that comes later shows the receipt, too', () => {
  const loading = opened({ onPage: null })
  expect(loading.page.is).toBe('loading')
  expect(run(loading, { type: 'linkLoaded', loaded: { link, form } }).state.page.is).toBe('receipt')
})

const shared = { ...link, sharedDevice: true }
const onShared = { onPage: { link: shared, form, closed: false } }

test('a shared device forgets the receipt of an application from before the switch', () => {
  const { state, done } = run(start(onShared), { type: 'opened' })
  expect(state).toMatchObject({ page: { is: 'loading' }, receipt: null })
  expect(done).toContain('forgetReceipt')
  expect(run(state, { type: 'sessionTaken', token: 'token-0' }).state.page.is).toBe('form')
  const late = run(opened({ onPage: null }), { type: 'linkLoaded', loaded: { link: shared, form } })
  expect(late.state).toMatchObject({ receipt: null })
  expect(late.state.page.is).not.toBe('receipt')
})

test('a shared device keeps a session only once it holds something, and nothing after the submit', () => {
  const first = reduce(start({ ...onShared, receipt: null }), { type: 'opened' }, moment)
  expect(first.effects).toContainEqual({ do: 'takeSession', slug: 'demo', isKept: false })
  const { state, done } = run(
    first.state,
    { type: 'sessionTaken', token: 'token-0' },
    { type: 'changed', name: 'legalName', value: 'Acme', whole: false },
    { type: 'draftSaved' },
  )
  const sending: State = {
    ...state,
    submit: { ...SENDING, token: 'token-0', tried: 'token-0' },
  }
  expect(done).not.toContain('forgetVisit')
  const sent = run(sending, { type: 'accepted' })
  expect(sent.state).toMatchObject({ submit: { is: 'sent' }, receipt: null })
  expect(sent.done).toEqual(['tellHost', 'forgetSession', 'forgetVisit', 'takeSession'])
})

test('a shared device forgets an application whose answer was lost', () => {
  const { state, done } = run(
    opened({ ...onShared, receipt: null, token: 'token-0', marked: true }),
    told({ submittedAt: AT }),
  )
  expect(state).toMatchObject({
    page: { is: 'form' },
    receipt: null,
    previousVisit: { is: 'received', at: AT },
  })
  expect(done).toEqual(['tellHost', 'forgetSession', 'forgetVisit', 'takeSession'])
})
