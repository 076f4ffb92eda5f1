import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { AT, form, openForm, playServer } from './opened.fixture.ts'
import { openStep } from './place.ts'
import { createTokenStore } from './token-store.ts'

const FULL = fullApplication()
const BUSINESS = form.sections[0]?.groups.flatMap(({ inputs }) => inputs.map(({ name }) => name)) ?? []

const openLate = (values: Record<string, string>) => {
  const opened = openForm({ late: true })
  playServer()
  opened.answer({
    is: 'open',
    held: {
      submittedAt: null,
      receiptToken: null,
      movedAt: null,
      draft: { values, kept: [], secondSigner: false, revision: 1, savedAt: AT },
      files: [],
    },
  })
  return opened
}
const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, FULL[name] ?? '']))
const statesOf = ({ state }: ReturnType<typeof openForm>) =>
  Object.fromEntries(state().overview.steps.map(({ key, is }) => [key, is]))

test.each([
  { what: 'nothing', values: {}, step: 'businessInfo' },
  { what: 'a required answer missing', values: pick('legalName', 'partner1Name'), step: 'businessInfo' },
  { what: 'the business', values: pick(...BUSINESS), step: 'references' },
  {
    what: 'the business and a question, but no reference',
    values: { ...pick(...BUSINESS), question1: 'Yes' },
    step: 'partners',
  },
  {
    what: 'everything up to the signatures',
    values: Object.fromEntries(Object.entries(FULL).filter(([name]) => !name.startsWith('signer'))),
    step: 'signatures',
  },
])('an applicant who answered $what lands at $step', ({ values, step }) => {
  const { state } = openLate(values)
  expect(openStep(state())).toBe(step)
})

test('a visit that is under way stays where it is', () => {
  const opened = openForm({ late: true })
  playServer()
  opened.change('legalName', 'Café')
  opened.dispatch({ type: 'sectionOpened', key: 'partners' })
  opened.answer({
    is: 'open',
    held: {
      submittedAt: null,
      receiptToken: null,
      movedAt: null,
      draft: { values: pick(...BUSINESS), kept: [], secondSigner: null, revision: 1, savedAt: AT },
      files: [],
    },
  })
  expect(openStep(opened.state())).toBe('partners')
  expect(opened.state().place.stopped).toBeNull()
})

test('a section is new, begun, done or wrong', () => {
  const opened = openForm()
  playServer()
  expect(new Set(Object.values(statesOf(opened)))).toEqual(new Set(['new']))
  opened.change('legalName', 'Café')
  expect(statesOf(opened).businessInfo).toBe('begun')
  for (const name of BUSINESS) opened.change(name, FULL[name] ?? '')
  expect(statesOf(opened).businessInfo).toBe('done')
  opened.change('taxId', '12-34')
  expect(statesOf(opened).businessInfo).toBe('begun')
  opened.leave('taxId')
  expect(statesOf(opened).businessInfo).toBe('wrong')
  // Questions that are No by default are done once the applicant moves on.
  opened.dispatch({ type: 'sectionOpened', key: 'questions' })
  expect(statesOf(opened).questions).toBe('new')
  opened.dispatch({ type: 'sectionOpened', key: 'partners' })
  expect(statesOf(opened).questions).toBe('done')
  opened.dispatch({ type: 'sectionOpened', key: 'businessInfo' })
  expect(statesOf(opened).partners).toBe('new')
})

test('the next problem follows the one sought last, past those corrected, and begins again at the end', async () => {
  const opened = openForm()
  playServer()
  await opened.submit()
  const next = () => opened.state().overview.nextProblem
  const seek = (name: string) => opened.dispatch({ type: 'fieldSought', name, reviewed: false })
  expect(next()).toBe('legalName')
  seek('legalName')
  expect(next()).toBe('businessPhone')
  opened.change('businessPhone', '(212) 555-0123')
  expect(next()).toBe('startDate')
  seek('signer2Date')
  expect([next(), openStep(opened.state())]).toEqual(['legalName', 'signatures'])
})

test('a way back to the listed answers lasts until another section is opened', () => {
  const opened = openForm()
  playServer()
  opened.dispatch({ type: 'fieldSought', name: 'reference1', reviewed: true })
  expect(opened.state().place).toMatchObject({ step: 'references', reviewed: 'reference1' })
  opened.dispatch({ type: 'sectionOpened', key: 'uploads' })
  expect(opened.state().place.reviewed).toBeNull()
})

test('a section with problems holds who goes on, and shows them; its passed ones are kept for the next visit', () => {
  const opened = openForm()
  playServer()
  const check = () => opened.dispatch({ type: 'sectionChecked', key: 'businessInfo' })
  check()
  expect(opened.state().place.held).toBe('businessInfo')
  expect(opened.state().problems).toMatchObject({ legalName: 'required', taxId: 'required' })
  expect(Object.keys(opened.state().problems)).not.toContain('partner1Name')
  expect(opened.state().summary).toEqual([])
  for (const name of BUSINESS) opened.change(name, FULL[name] ?? '')
  check()
  expect([opened.state().place.held, opened.state().problems]).toEqual([null, {}])

  opened.dispatch({ type: 'sectionOpened', key: 'questions' })
  opened.dispatch({ type: 'sectionOpened', key: 'partners' })
  expect(createTokenStore('demo').readPassed()).toEqual(['businessInfo', 'questions'])
  opened.startOver()
  expect(createTokenStore('demo').readPassed()).toEqual([])
})
