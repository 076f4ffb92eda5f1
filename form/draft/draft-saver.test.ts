import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { ApiError } from '../calls/api-error.ts'
import { DraftSaver } from './draft-saver.ts'
import type { DraftPatch } from './draft-request.ts'

/** A server of the test's own: it takes saves until it is told to fail. */
function server() {
  const taken: DraftPatch[] = []
  const onLeaving: DraftPatch[] = []
  const state = { failing: null as ApiError | null, hold: null as Promise<void> | null }
  const saver = new DraftSaver({
    save: async (patch, signal) => {
      await state.hold
      if (signal.aborted) throw new ApiError('', 'network')
      if (state.failing) throw state.failing
      taken.push(patch)
    },
    saveOnLeaving: (patch) => void onLeaving.push(patch),
    everything: () => ({ values: { legalName: 'Café', city: 'Austin' }, secondSigner: false }),
  })
  return { saver, taken, onLeaving, state, values: () => taken.map((patch) => patch.values) }
}

const offline = () => new ApiError('', 'network')
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a moment after the last keystroke one save goes out with all that changed', async () => {
  const { saver, values } = server()
  saver.changed('legalName', 'C')
  await pass(LIMITS.draftDelayMs / 2)
  saver.changed('legalName', 'Ca')
  saver.changed('city', 'Austin')
  expect(values()).toEqual([])
  expect(saver.hasUnsaved()).toBe(true)
  await pass(LIMITS.draftDelayMs)
  expect(values()).toEqual([{ legalName: 'Ca', city: 'Austin' }])
  expect(saver.state()).toBe('saved')
  expect(saver.hasUnsaved()).toBe(false)
  await pass(60_000)
  expect(values()).toHaveLength(1)
})

test('who types without a pause is saved all the same', async () => {
  const { saver, values } = server()
  for (
    let typed = 0;
    typed < LIMITS.draftMaxDelayMs + LIMITS.draftDelayMs;
    typed += LIMITS.draftDelayMs / 2
  ) {
    saver.changed('useOfFunds', 'x'.repeat(typed + 1))
    await pass(LIMITS.draftDelayMs / 2)
  }
  expect(values().length).toBeGreaterThan(0)
})

test('leaving a field saves at once; what is typed during a save goes out after it', async () => {
  const { saver, values, state } = server()
  let letGo = () => {}
  state.hold = new Promise((done) => (letGo = done))
  saver.changed('legalName', 'Café')
  saver.flush()
  expect(saver.state()).toBe('saving')
  saver.changed('legalName', 'Café LLC')
  letGo()
  await pass(LIMITS.draftDelayMs * 2)
  expect(values()).toEqual([{ legalName: 'Café' }, { legalName: 'Café LLC' }])
})

test('without a connection it tries on, less and less often, and at once when there is one again', async () => {
  const { saver, values, state } = server()
  state.failing = offline()
  saver.changed('legalName', 'Café')
  saver.flush()
  await pass(0)
  expect(saver.state()).toBe('offline')
  await pass(10 * LIMITS.draftRetryMaxMs)
  saver.changed('city', 'Austin')
  expect(values()).toEqual([])

  state.failing = null
  saver.online()
  await pass(0)
  expect(values()).toEqual([{ legalName: 'Café', city: 'Austin' }])
  expect(saver.state()).toBe('saved')
})

test('without being told, it finds the connection by itself', async () => {
  const { saver, values, state } = server()
  state.failing = offline()
  saver.changed('legalName', 'Café')
  await pass(5 * LIMITS.draftRetryMaxMs)
  state.failing = null
  await pass(LIMITS.draftRetryMaxMs)
  expect(values()).toEqual([{ legalName: 'Café' }])
})

test('each save counts as later than the ones before, those of earlier visits included', async () => {
  const { saver, taken } = server()
  const ahead = Date.now() + 1_000_000
  saver.continueAfter(ahead)
  saver.changed('legalName', 'A')
  await pass(LIMITS.draftDelayMs)
  saver.changed('legalName', 'B')
  await pass(LIMITS.draftDelayMs)
  const [first, second] = taken.map((patch) => patch.revision)
  expect(first).toBeGreaterThan(ahead)
  expect(second).toBeGreaterThan(first ?? 0)
})

test('as the page is hidden, text leaves and drawings do not', () => {
  const { saver, onLeaving } = server()
  saver.changed('legalName', 'Café')
  saver.changed('signer1Signature', 'x'.repeat(LIMITS.draftTextLength + 1))
  saver.secondSignerChanged(false)
  saver.hidden()
  expect(onLeaving).toMatchObject([{ values: { legalName: 'Café' }, secondSigner: false }])
  expect(onLeaving[0]?.values).not.toHaveProperty('signer1Signature')
})

test('a submit cancels what waits and what is under way; a failed one lets it go on', async () => {
  const { saver, values, state } = server()
  let letGo = () => {}
  state.hold = new Promise((done) => (letGo = done))
  saver.changed('legalName', 'Café')
  saver.flush()
  saver.changed('city', 'Austin')
  saver.pause()
  // Nothing is being saved any more, however long the submit takes.
  expect(saver.state()).toBe('idle')
  letGo()
  await pass(60_000)
  saver.hidden()
  expect(values()).toEqual([])

  saver.resume()
  await pass(LIMITS.draftDelayMs)
  expect(values()).toEqual([{ legalName: 'Café', city: 'Austin' }])
})

test('an answer no draft takes does not hold up the others', async () => {
  const { saver, values, state } = server()
  state.failing = new ApiError('Too long', 'invalid_input', { useOfFunds: 'Too long' })
  saver.changed('useOfFunds', 'x')
  saver.changed('city', 'Austin')
  saver.flush()
  await pass(0)
  state.failing = null
  await pass(LIMITS.draftDelayMs)
  expect(values()).toEqual([{ city: 'Austin' }])
  // It is on this page alone until it is shorter.
  expect(saver.hasUnsaved()).toBe(true)
  saver.changed('useOfFunds', 'y')
  await pass(LIMITS.draftDelayMs)
  expect(saver.hasUnsaved()).toBe(false)
})

test('where the session is not remembered, or was submitted elsewhere, nothing is saved and the page says so', async () => {
  const forgetful = server()
  forgetful.saver.giveUp()
  const submitted = server()
  submitted.state.failing = new ApiError('Received', 'conflict')
  for (const { saver, values } of [forgetful, submitted]) {
    saver.changed('legalName', 'Café')
    saver.flush()
    await pass(60_000)
    expect(values()).toEqual([])
    expect(saver.state()).toBe('lost')
    expect(saver.hasUnsaved()).toBe(true)
  }
})

test('a new session is given everything there is', async () => {
  const { saver, taken } = server()
  saver.saveAll()
  await pass(LIMITS.draftDelayMs)
  expect(taken).toMatchObject([{ values: { legalName: 'Café', city: 'Austin' }, secondSigner: false }])
})

test('who starts over after a submit elsewhere is saved again', async () => {
  const { saver, values, state } = server()
  state.failing = new ApiError('Received', 'conflict')
  saver.changed('legalName', 'Café')
  saver.flush()
  await pass(0)
  state.failing = null
  saver.reset()
  expect(saver.state()).toBe('idle')
  saver.changed('legalName', 'Diner')
  await pass(LIMITS.draftDelayMs)
  expect(values()).toEqual([{ legalName: 'Diner' }])
})
