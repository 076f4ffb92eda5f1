import { beforeEach, expect, it, vi } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { readSigning, SIGNING } from '#domain/signing-draft'
import { ApiError } from '../calls/api-error.ts'
import type { Event } from './event.ts'
import { AT, form, link } from './opened.fixture.ts'
import { openStep } from './place.ts'
import { reduce } from './reduce.ts'
import { startState, type State } from './state.ts'

/** A signature needs a consent; without a signature the application is sent all the same. */

const moment = { now: 1, today: '2026-11-22', online: true }
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const onPage = { link, form, closed: false }
const blank = startState({ slug: 'demo', onPage, token: 'token', marked: false, lasts: true })

const run = (state: State, ...events: Event[]) =>
  events.reduce(
    ({ state: before, effects }, event) => {
      const next = reduce(before, event, moment)
      return { state: next.state, effects: [...effects, ...next.effects] }
    },
    { state, effects: [] as readonly { do: string }[] },
  )
const changed = (name: string, value: string): Event => ({ type: 'changed', name, value, whole: false })
const press: Event = { type: 'submitPressed' }
const CONSENT = JSON.stringify({ consent: { version: '1', language: 'en', at: '' } })

let filled: State
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const page: State = { ...blank, page: { is: 'form' }, visit: { is: 'settled' } }
  const answers = Object.entries(fullApplication({ signer1Signature: '', signer2Signature: '' }))
  filled = run(page, ...answers.map(([name, value]) => changed(name, value))).state
})

it('sends without signatures and statements', () => {
  expect(run(filled, press).state.submit.is).toBe('sending')
})

it.each([
  ['drawn in this visit', (state: State) => run(state, changed('signer1Signature', PNG)).state],
  ['kept by an earlier visit', (state: State) => ({ ...state, kept: new Set(['signer1Signature']) })],
])('refuses a signature without consent, %s, and clears nothing', (_made, sign) => {
  const act = { startedAt: AT, endedAt: AT, way: 'drawn' }
  const drawn = run(sign(filled), changed(SIGNING, JSON.stringify({ signer1: act })))
  const { state } = run(drawn.state, press)
  expect([state.submit.is, state.summary]).toEqual(['idle', [{ name: SIGNING, problem: 'consent' }]])
  expect([state.values, state.kept]).toEqual([drawn.state.values, drawn.state.kept])
  const stepIs = ({ overview }: State) => overview.steps.find(({ key }) => key === 'signatures')?.is
  expect(stepIs(state)).toBe('wrong')

  const sought = run(state, { type: 'fieldSought', name: SIGNING, reviewed: false }).state
  expect(openStep(sought)).toBe('signatures')
  const { consent } = JSON.parse(CONSENT) as { consent: object }
  const agreed = run(sought, changed(SIGNING, JSON.stringify({ consent, signer1: act }))).state
  expect(agreed.problems).toEqual({})
  expect(run(agreed, press).state.submit).toMatchObject({ is: 'sending', signing: { consent, signer1: act } })
})

it('takes a new drawing in place of a kept one that the server refused', () => {
  const kept = { ...run(filled, changed(SIGNING, CONSENT)).state, kept: new Set(['signer1Signature']) }
  const sending = run(kept, press).state
  const error = new ApiError('', 'invalid_input', { signer1Signature: 'Sign again' })
  const refused = run(sending, { type: 'submitFailed', error }).state
  expect(refused.problems).toEqual({ signer1Signature: { said: 'Sign again' } })
  const { submit } = run(refused, changed('signer1Signature', PNG), press).state
  expect(submit).toMatchObject({ is: 'sending', kept: [], values: { signer1Signature: PNG } })
})

it('asks to sign again where the wording has changed, and keeps everything else', () => {
  const signed = run(filled, changed('signer1Signature', PNG), changed(SIGNING, CONSENT)).state
  const sending = run(signed, press).state
  expect(sending.submit).toMatchObject({ is: 'sending', signing: JSON.parse(CONSENT) as object })
  const error = { code: 'wording_changed', fields: { signer1Signature: 'Sign again' } }
  const refused = run(sending, { type: 'submitFailed', error: new ApiError('', error.code, error.fields) })
  const { values, problems, submit } = refused.state
  expect([values.signer1Signature, readSigning(values), submit.is]).toEqual(['', null, 'idle'])
  expect(values.legalName).toBe(filled.values.legalName)
  expect(problems.signer1Signature).toEqual({ said: 'Sign again' })
  expect(refused.effects.map((effect) => effect.do)).toContain('loadLink')

  const company = { ...link.company, disclaimer: 'New.' }
  const loaded = run(refused.state, { type: 'linkLoaded', loaded: { link: { ...link, company }, form } })
  expect(loaded.state.link?.company.disclaimer).toBe('New.')
  expect(loaded.state.values.legalName).toBe(filled.values.legalName)
})
