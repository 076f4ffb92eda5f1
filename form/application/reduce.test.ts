import { describe, expect, test } from 'vitest'
import { LIMITS } from '#domain/limits'
import { ApiError } from '../calls/api-error.ts'
import type { Event, Question } from './event.ts'
import { AT, form, link, unsignedApplication } from './opened.fixture.ts'
import { reduce } from './reduce.ts'
import { startState, type State } from './state.ts'

const moment = { now: 1_000_000, today: '2026-11-21', online: true }
const network = new ApiError('', 'network')
const expired = new ApiError('', 'session_expired')
const conflict = new ApiError('Received', 'conflict')
const tooMany = new ApiError('Too many tries', 'too_many_requests', {}, undefined, 60_000)
const about = (why: Question['why'], generation = 0): Question => ({ why, token: 'token-0', generation })
const held = (submittedAt: string | null) => ({
  submittedAt,
  receiptToken: submittedAt && 'receipt',
  movedAt: null,
  draft: null,
  files: [],
})
const timeUp = (timer: string): Event => ({ type: 'timeUp', timer })
const told = (why: Question['why'], at: string | null): Event => ({
  type: 'stateTold',
  question: about(why),
  held: held(at),
})
const stateFailed = (why: Question['why'], error: ApiError): Event => ({
  type: 'stateFailed',
  question: about(why),
  error,
})
const taken: Event = { type: 'sessionTaken', token: 'token-1' }

function run(from: State, ...events: Event[]) {
  let state = from
  let effects: string[] = []
  for (const event of events) {
    const after = reduce(state, event, moment)
    state = after.state
    effects = after.effects.map((effect) =>
      effect.do === 'ask'
        ? `ask ${effect.question.why}`
        : effect.do === 'wait'
          ? `wait ${effect.timer}`
          : effect.do,
    )
  }
  return { state, effects }
}

const start = (token: string | null, closed = false): State =>
  startState({ slug: 'demo', onPage: { link, form, closed }, token, marked: true, lasts: true })
const answers = unsignedApplication().map(([name, value]): Event => ({
  type: 'changed',
  name,
  value,
  whole: false,
}))
const press: Event = { type: 'submitPressed' }
const saved: Event[] = [timeUp('draft'), { type: 'draftSaved' }]

const states = {
  new: start(null),
  returning: run(start('token-0'), { type: 'opened' }).state,
  late: run(start('token-0'), { type: 'opened' }, timeUp('patience')).state,
  filled: run(start('token-0'), { type: 'opened' }, told('visit', null), ...answers, ...saved).state,
}
const posting = run(states.filled, press).state
const pausing = run(posting, { type: 'submitFailed', error: network }).state
const turnedAway = run(posting, { type: 'submitFailed', error: tooMany }, timeUp('submit')).state
const checking = run(posting, { type: 'submitFailed', error: conflict }).state
const saving = run(states.filled, { type: 'changed', name: 'city', value: 'X', whole: true }).state

const where = ({ page, session, visit, draft, submit }: State) => ({
  page: page.is,
  session: session.is,
  visit: visit.is,
  draft: draft.is,
  submit:
    submit.is === 'sending' ? submit.step : submit.is === 'waiting' ? `waiting for ${submit.on}` : submit.is,
})

type Row = [
  state: string,
  from: State,
  event: Event,
  to: Partial<ReturnType<typeof where>>,
  effects: string[],
]

describe('the page and the earlier visit', () => {
  test.each<Row>([
    ['new', states.new, { type: 'opened' }, { page: 'form', session: 'asked' }, ['takeSession']],
    ['closed', start(null, true), { type: 'opened' }, { page: 'loading', session: 'asked' }, ['takeSession']],
    [
      'closed',
      run(start(null, true), { type: 'opened' }).state,
      { type: 'sessionFailed', error: conflict },
      { page: 'failed' },
      [],
    ],
    [
      'returning',
      start('token-0'),
      { type: 'opened' },
      { page: 'loading', visit: 'asked' },
      ['ask visit', 'wait patience'],
    ],
    ['returning', states.returning, told('visit', null), { page: 'form', visit: 'settled' }, []],
    [
      'returning',
      states.returning,
      told('visit', AT),
      { page: 'receipt', session: 'asked' },
      ['keepReceipt', 'tellHost', 'forgetSession', 'takeSession'],
    ],
    ['returning', states.returning, timeUp('patience'), { page: 'form', visit: 'asked' }, []],
    [
      'returning',
      states.returning,
      stateFailed('visit', network),
      { page: 'loading', visit: 'offline' },
      ['wait visit'],
    ],
    [
      'returning',
      states.returning,
      stateFailed('visit', expired),
      { page: 'loading', visit: 'renewing', session: 'asked' },
      ['forgetSession', 'takeSession'],
    ],
    ['late', states.late, stateFailed('visit', conflict), { page: 'form', visit: 'settled' }, []],
    [
      'late',
      states.late,
      told('visit', AT),
      { visit: 'settled', session: 'none' },
      ['keepReceipt', 'tellHost', 'forgetSession'],
    ],
    ['late', states.late, press, { submit: 'waiting for visit' }, []],
    [
      'late',
      states.late,
      { type: 'startedOver' },
      { visit: 'settled', session: 'none' },
      ['forgetSession', 'discardDraft'],
    ],
  ])('%s', (_, from, event, to, effects) => {
    const after = run(from, event)
    expect(where(after.state)).toMatchObject(to)
    expect(after.effects).toEqual(effects)
  })

  test('a draft whose session expired is told as gone once another is taken', () => {
    const { state } = run(states.late, stateFailed('visit', expired), taken)
    expect(state).toMatchObject({ visit: { is: 'settled' }, previousVisit: { is: 'ended' } })
  })
})

describe('a submit', () => {
  test.each<Row>([
    ['empty', run(states.new, { type: 'opened' }).state, press, { submit: 'idle' }, []],
    ['filled', states.filled, press, { submit: 'posting' }, ['submit']],
    ['posting', posting, press, { submit: 'posting' }, []],
    [
      'posting',
      posting,
      { type: 'accepted' },
      { submit: 'sent', session: 'asked' },
      ['tellHost', 'forgetSession', 'takeSession'],
    ],
    ['posting', posting, { type: 'submitFailed', error: network }, { submit: 'pausing' }, ['wait submit']],
    ['posting', posting, { type: 'submitFailed', error: tooMany }, { submit: 'pausing' }, ['wait submit']],
    ['posting', posting, { type: 'submitFailed', error: conflict }, { submit: 'checking' }, ['ask conflict']],
    [
      'posting',
      posting,
      { type: 'submitFailed', error: expired },
      { submit: 'session', session: 'asked' },
      ['forgetSession', 'takeSession'],
    ],
    ['posting', posting, { type: 'stopPressed' }, { submit: 'idle' }, ['cut', 'stopWaiting', 'ask stopped']],
    ['posting', posting, { type: 'startedOver' }, { submit: 'posting' }, []],
    ['pausing', pausing, timeUp('submit'), { submit: 'posting' }, ['submit']],
    ['pausing', pausing, { type: 'stopPressed' }, { submit: 'idle' }, ['cut', 'stopWaiting', 'ask stopped']],
    ['turned away', turnedAway, told('retry', null), { submit: 'posting' }, ['submit']],
    ['turned away', turnedAway, stateFailed('retry', tooMany), { submit: 'pausing' }, ['wait submit']],
    ['checking', checking, told('conflict', AT), { submit: 'idle' }, ['cut', 'stopWaiting', 'tellHost']],
    ['checking', checking, told('conflict', null), { submit: 'idle' }, ['cut', 'stopWaiting']],
    ['sent', run(posting, { type: 'accepted' }).state, press, { submit: 'sent' }, []],
  ])('%s', (_, from, event, to, effects) => {
    const after = run(from, event)
    expect(where(after.state)).toMatchObject(to)
    expect(after.effects).toEqual(effects)
  })

  test('an accepted try that arrived earlier with other answers is told as received', () => {
    const { state } = run(turnedAway, told('retry', AT), { type: 'submitFailed', error: conflict })
    expect(state).toMatchObject({ submit: { is: 'idle' }, receivedAt: AT })
  })

  test('a second expired session ends it', () => {
    const renewed = run(posting, { type: 'submitFailed', error: expired }, taken).state
    expect(where(renewed).submit).toBe('posting')
    expect(where(run(renewed, { type: 'submitFailed', error: expired }).state).submit).toBe('idle')
  })
})

describe('the wait before a submit is sent again', () => {
  const findWait = (from: State, error: ApiError) =>
    reduce(from, { type: 'submitFailed', error }, moment).effects.find((effect) => effect.do === 'wait')

  test('grows up to the longest delay, is jittered and ends with a connection, for ever', () => {
    let state = posting
    const waits = Array.from({ length: 50 }, () => {
      const wait = findWait(state, network)
      state = run(state, { type: 'submitFailed', error: network }, timeUp('submit')).state
      return wait
    })
    waits.forEach((wait, tries) => {
      const delay = LIMITS.retryDelaysMs[tries] ?? LIMITS.retryDelaysMs[4]
      expect(wait).toMatchObject({ milliseconds: delay * 0.8, spread: 0.5, untilOnline: true })
    })
    expect(run(posting, { type: 'submitFailed', error: network }).state.failure).toBeNull()
    expect(state.failure).not.toBeNull()
  })

  test('lasts as long as the server asked, whatever the connection does', () => {
    const wait = findWait(posting, tooMany)
    expect(wait).toMatchObject({ milliseconds: 60_000, spread: 0.2 })
    expect(wait).not.toHaveProperty('untilOnline')
  })
})

describe('a draft', () => {
  test.each<Row>([
    [
      'saved',
      states.filled,
      { type: 'changed', name: 'city', value: 'X', whole: false },
      { draft: 'saved' },
      ['wait draft'],
    ],
    [
      'saved',
      states.filled,
      { type: 'changed', name: 'city', value: 'X', whole: true },
      { draft: 'saving' },
      ['wait draft', 'stopWaiting', 'saveDraft'],
    ],
    ['saved', states.filled, { type: 'pageHidden' }, { draft: 'saved' }, []],
    ['saving', saving, { type: 'draftSaved' }, { draft: 'saved' }, ['markBegun']],
    ['saving', saving, { type: 'pageHidden' }, { draft: 'saving' }, ['saveDraftOnLeaving', 'markBegun']],
    ['saving', saving, { type: 'draftFailed', error: network }, { draft: 'offline' }, ['wait draft']],
    ['saving', saving, { type: 'draftFailed', error: conflict }, { draft: 'saving' }, ['ask draft']],
    [
      'saving',
      saving,
      { type: 'draftFailed', error: expired },
      { draft: 'saving', session: 'asked' },
      ['forgetSession', 'takeSession'],
    ],
    ['saving', saving, press, { draft: 'idle', submit: 'posting' }, ['cut', 'submit']],
    [
      'asked about',
      run(saving, { type: 'draftFailed', error: conflict }).state,
      told('draft', AT),
      { draft: 'lost' },
      ['cut'],
    ],
    [
      'offline',
      run(saving, { type: 'draftFailed', error: network }).state,
      { type: 'online' },
      { draft: 'offline' },
      ['stopWaiting', 'saveDraft'],
    ],
    [
      'lost',
      run(saving, { type: 'draftFailed', error: conflict }, stateFailed('draft', network)).state,
      { type: 'pageHidden' },
      { draft: 'lost' },
      [],
    ],
  ])('%s', (_, from, event, to, effects) => {
    const after = run(from, event)
    expect(where(after.state)).toMatchObject(to)
    expect(after.effects).toEqual(effects)
  })
})

test('starting over keeps nothing but the count', () => {
  const { state } = run(states.filled, { type: 'startedOver' })
  expect(state).toMatchObject({
    generation: 1,
    values: { legalName: '' },
    resumed: false,
    previousVisit: null,
  })
})

test('an application that is in and another one on the page are not told at once', () => {
  const received = { ...states.late, receivedAt: AT }
  const { state } = run(received, told('visit', AT))
  expect(state).toMatchObject({ previousVisit: { is: 'received', at: AT }, receivedAt: null })
})
