import { expect, test } from 'vitest'
import { allOn } from '#domain/catalogue/settings'
import { visibleForm } from '#domain/catalogue/visible-form'
import {
  changeAnswer,
  findLostAnswers,
  leaveField,
  refuseAnswers,
  restoreDraft,
  setSecondSigner,
  shownValues,
} from './answers.ts'
import { noAnswers, type Answers } from './given-answers.ts'
import { toProgress } from './overview.ts'
import { checkedBy } from './progress.ts'

const TODAY = '2026-11-21'
const form = visibleForm(allOn())
const empty = noAnswers(form, false)

const progress = (state: Answers) => toProgress({ ...state, form }, checkedBy(state, TODAY), false)

const typed = (state: Answers, name: string, value: string) =>
  changeAnswer(state, form, { name, value, today: TODAY })
const left = (state: Answers, name: string) =>
  leaveField(state, form, { name, today: TODAY, unreadable: false })

test('every question starts empty but the Yes/No ones, which are No', () => {
  expect(empty.values).toMatchObject({ legalName: '', seasonal: 'No', question1: 'No', signer1Signature: '' })
})

test('a message appears on leaving a field, never while typing, and goes as soon as the answer is right', () => {
  let state = typed(empty, 'taxId', '12-34')
  expect(state.problems).toEqual({})
  state = left(state, 'taxId')
  expect(state.problems).toEqual({ taxId: 'taxId' })
  state = typed(state, 'taxId', '12-345')
  expect(state.problems.taxId).toBe('taxId')
  state = typed(state, 'taxId', '12-3456789')
  expect(state.problems).toEqual({})
})

test('leaving an empty required field shows no problem', () => {
  expect(left(empty, 'legalName').problems).toEqual({})
})

test('hidden answers are not sent: dependent fields and a signer 2 who does not sign; a second owner is', () => {
  let state = typed(empty, 'question6', 'Yes')
  state = typed(state, 'question8', '2012')
  state = typed(state, 'signer2Name', 'Bo Lee')
  state = typed(state, 'partner2Name', 'Bo Lee')
  expect(shownValues(form, state)).toMatchObject({ question8: '2012', signer2Name: 'Bo Lee' })

  state = typed(state, 'question6', 'No')
  state = setSecondSigner(state, form, false)
  const sent = shownValues(form, state)
  for (const name of ['question8', 'company1', 'signer2Name', 'signer2Date'])
    expect(sent).not.toHaveProperty(name)
  expect(sent.partner2Name).toBe('Bo Lee')

  state = typed(state, 'question6', 'Yes')
  expect(shownValues(form, state)).toMatchObject({ question8: '2012' })
})

test('a narrow screen folds an empty second owner and signer 2, and asks for neither', () => {
  const narrow = noAnswers(form, true)
  expect([...narrow.folded]).toEqual(['partner2', 'signer2'])
  expect(progress(narrow).total).toBe(16)
  expect(Object.keys(shownValues(form, narrow)).filter((name) => /^(partner|signer)2/.test(name))).toEqual([])

  const owner = typed(typed(narrow, 'partner2Name', 'Bo Lee'), 'partner2Name', '')
  expect([...owner.folded]).toEqual(['signer2'])
  const added = setSecondSigner(narrow, form, true)
  expect(progress(added).total).toBe(19)
  expect(shownValues(form, added)).toHaveProperty('signer2Name')
  expect(shownValues(form, added)).not.toHaveProperty('partner2Name')
})

test('a narrow screen shows what an earlier visit answered for the second owner and signer 2', () => {
  const narrow = noAnswers(form, true)
  const draft = { values: { signer2Name: 'Bo Lee' }, kept: ['partner2SSN'], secondSigner: null }
  expect([...restoreDraft(narrow, form, draft).folded]).toEqual([])
})

test('a corrected problem stays in the summary and leaves its field', () => {
  const problems = [
    { name: 'legalName', problem: 'required' as const },
    { name: 'city', problem: 'required' as const },
  ]
  const state = typed(refuseAnswers(empty, problems), 'legalName', 'Café LLC')
  expect(state.problems).toEqual({ city: 'required' })
  expect(state.summary).toEqual(problems)
  expect(state.refusals).toBe(1)
})

test('a question that is no longer asked has no problem and is not listed', () => {
  const bankrupt = typed(empty, 'question6', 'Yes')
  const problems = ['city', 'question8', 'signer2Name'].map((name) => ({
    name,
    problem: 'required' as const,
  }))
  let state = typed(refuseAnswers(bankrupt, problems), 'question6', 'No')
  expect(state.summary.map(({ name }) => name)).toEqual(['city', 'signer2Name'])
  state = setSecondSigner(state, form, false)
  expect(state.summary).toEqual([problems[0]])
  expect(state.problems).toEqual({ city: 'required' })
})

test('the figure counts required answers, signatures and statements', () => {
  expect(progress(empty)).toEqual({ done: 0, total: 19 })
  expect(progress(typed(empty, 'legalName', 'Café'))).toEqual({ done: 1, total: 19 })
  expect(progress({ ...empty, secondSigner: false }).total).toBe(16)
  expect(toProgress({ ...empty, form: { ...form, uploads: false } }, () => true, false)).toEqual({
    done: 18,
    total: 18,
  })
  expect(toProgress({ ...empty, form }, () => false, true)).toEqual({ done: 1, total: 19 })
})

const DRAFT = {
  values: { legalName: 'Café LLC', question6: 'Yes', goneField: 'x' },
  kept: ['taxId', 'partner1SSN', 'signer1Signature'],
  secondSigner: false,
}

test('an answer counts once it is right', () => {
  const wrong = typed(typed(empty, 'legalName', 'Café'), 'taxId', '12-34')
  expect(progress(wrong).done).toBe(1)
  expect(progress(typed(wrong, 'taxId', '12-3456789')).done).toBe(2)
  const refused = refuseAnswers(wrong, [{ name: 'legalName', problem: { said: 'No' } }])
  expect(progress(refused).done).toBe(0)
})

test('a restored draft never replaces an answer of this visit', () => {
  const state = restoreDraft(typed(empty, 'legalName', 'Other Inc'), form, DRAFT)
  expect(state.values).toMatchObject({ legalName: 'Other Inc', question6: 'Yes', taxId: '' })
  expect(state.values).not.toHaveProperty('goneField')
  expect(state.secondSigner).toBe(false)
})

test('a kept secret is an answer until it is typed over', () => {
  let state = restoreDraft(empty, form, DRAFT)
  expect(progress(state).done).toBe(3)
  expect(left(state, 'taxId').problems).toEqual({})
  state = typed(state, 'taxId', '1')
  expect([...state.kept]).toEqual(['partner1SSN', 'signer1Signature'])
  state = left(typed(state, 'taxId', ''), 'taxId')
  expect(progress(state).done).toBe(2)
})

test('kept secrets are asked for again once their session is gone', () => {
  const restored = restoreDraft(empty, form, DRAFT)
  const state = refuseAnswers(restored, findLostAnswers(form, restored))
  expect(state.problems).toMatchObject({ taxId: 'keptLost', partner1SSN: 'keptLost' })
  expect(state.refusals).toBe(1)
})
