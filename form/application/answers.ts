import type { Input } from '#domain/catalogue/define'
import { findProblem, validate } from '#domain/catalogue/validate'
import { isShown, type Values } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { readSigning, SIGNING } from '#domain/signing-draft'
import {
  isAnswered,
  isAsked,
  listInputs,
  isGroupGiven,
  type Answers,
  type FieldProblem,
  type NamedProblem,
} from './given-answers.ts'

type StoredDraft = { values: Values; kept: readonly string[]; secondSigner: boolean | null }

const findInput = (form: VisibleForm, name: string): Input | undefined =>
  listInputs(form).find((input) => input.name === name)

const shownInputs = (form: VisibleForm, answers: Answers): Input[] =>
  form.sections
    .flatMap((section) => section.groups)
    .filter((group) => isAsked(group, answers))
    .flatMap((group) => group.inputs)
    .filter((input) => isShown(input, answers.values))

export const shownValues = (form: VisibleForm, answers: Answers): Values =>
  Object.fromEntries(shownInputs(form, answers).map(({ name }) => [name, getOwn(answers.values, name) ?? '']))

export const givenValues = (form: VisibleForm, { values }: Answers): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== (findInput(form, name)?.defaultValue ?? '')),
  )

/** Unfolds groups that have answers. */
export const unfoldGiven = (form: VisibleForm, answers: Answers): Answers => {
  const folded = [...answers.folded].filter((key) => !isGroupGiven(form, key, answers))
  return folded.length === answers.folded.size ? answers : { ...answers, folded: new Set(folded) }
}

/** While typing, a message disappears once the answer is valid; none appears. */
export function changeAnswer(
  answers: Answers,
  form: VisibleForm,
  { name, value, today }: { name: string; value: string; today: string },
): Answers {
  const values = { ...answers.values, [name]: value }
  const input = findInput(form, name)
  const before = input && getOwn(answers.problems, name)
  const corrected =
    input && before
      ? withProblem(answers.problems, name, findProblem(input, values, today) && before)
      : answers.problems
  const kept = new Set(answers.kept)
  const changed = { ...answers, values, kept: kept.delete(name) ? kept : answers.kept }
  const isConsent = name === SIGNING && !lacksConsent(form, changed)
  const problems = isConsent ? withProblem(corrected, SIGNING, null) : corrected
  return unfoldGiven(form, onlyAsked(form, { ...changed, problems }))
}

export const setSecondSigner = (answers: Answers, form: VisibleForm, secondSigner: boolean): Answers =>
  onlyAsked(form, { ...answers, secondSigner })

/**
 * Checks a field on leaving it; an empty one has time until the submit. `unreadable`: the field holds an
 * incomplete value, such as half a date.
 */
export function leaveField(
  answers: Answers,
  form: VisibleForm,
  { name, today, unreadable }: { name: string; today: string; unreadable: boolean },
): Answers {
  const { values, problems } = answers
  const input = findInput(form, name)
  if (!input) return answers
  if (!unreadable) {
    const empty = (getOwn(values, name) ?? '').trim() === ''
    if (answers.kept.has(name) || (empty && getOwn(problems, name) === undefined)) return answers
  }
  const problem = unreadable ? 'date' : findProblem(input, values, today)
  return { ...answers, problems: withProblem(problems, name, problem) }
}

/** Restores a draft, except over answers of this visit. */
export function restoreDraft(answers: Answers, form: VisibleForm, draft: StoredDraft): Answers {
  const untouched = (name: string) => getOwn(answers.values, name) === findInput(form, name)?.defaultValue
  const values = Object.entries(draft.values).filter(
    ([name]) => (form.inputNames.has(name) || name === SIGNING) && untouched(name),
  )
  return unfoldGiven(form, {
    ...answers,
    values: { ...answers.values, ...Object.fromEntries(values) },
    kept: new Set(draft.kept.filter((name) => form.inputNames.has(name) && untouched(name))),
    secondSigner: draft.secondSigner ?? answers.secondSigner,
  })
}

export const toRecord = (problems: readonly NamedProblem[]): Answers['problems'] =>
  Object.fromEntries(problems.map(({ name, problem }) => [name, problem]))

export const refuseAnswers = (answers: Answers, problems: readonly NamedProblem[]): Answers => ({
  ...answers,
  problems: toRecord(problems),
  summary: problems,
  refusals: answers.refusals + 1,
})

/** Kept answers that must be entered again after their session has expired. */
export const findLostAnswers = (form: VisibleForm, answers: Answers): NamedProblem[] =>
  shownInputs(form, answers)
    .filter(({ name }) => answers.kept.has(name))
    .map(({ name }) => ({ name, problem: 'keptLost' }))

export function findProblems(form: VisibleForm, answers: Answers, today: string): NamedProblem[] {
  // An incomplete date has no value, so only its field knows that it isn't empty.
  const isHalf = (name: string) =>
    getOwn(answers.problems, name) === 'date' && getOwn(answers.values, name) === ''
  const secondSigner = isAsked({ key: 'signer2' }, answers)
  const found = validate(shownValues(form, answers), form, { today, secondSigner }).filter(
    ({ name, key }) => isHalf(name) || !(key === 'required' && isAnswered(answers, name)),
  )
  const halves = shownInputs(form, answers).filter(
    ({ name }) => isHalf(name) && !found.some((problem) => problem.name === name),
  )
  return [
    ...found.map(({ name, key }) => ({ name, problem: isHalf(name) ? 'date' : key })),
    ...halves.map(({ name }) => ({ name, problem: 'date' as const })),
    ...(lacksConsent(form, answers) ? [{ name: SIGNING, problem: 'consent' as const }] : []),
  ]
}

/** Signatures count once the applicant has consented to sign electronically. */
const lacksConsent = (form: VisibleForm, answers: Answers): boolean =>
  readSigning(answers.values) === null &&
  shownInputs(form, answers).some(({ name, kind }) => kind === 'signature' && isAnswered(answers, name))

/** @returns also the names of the discarded signatures */
export function discardSignatures(form: VisibleForm, answers: Answers) {
  const signed = listInputs(form).filter(({ kind }) => kind === 'signature')
  const names = [...signed.map(({ name }) => name), SIGNING]
  const values = { ...answers.values, ...Object.fromEntries(names.map((name) => [name, ''])) }
  const kept = new Set([...answers.kept].filter((name) => !names.includes(name)))
  return { answers: { values, kept }, names }
}

function onlyAsked(form: VisibleForm, answers: Answers): Answers {
  const listed = [...Object.keys(answers.problems), ...answers.summary.map(({ name }) => name)]
  if (listed.length === 0) return answers
  const asked = new Set([SIGNING, ...shownInputs(form, answers).map(({ name }) => name)])
  if (listed.every((name) => asked.has(name))) return answers
  return {
    ...answers,
    problems: Object.fromEntries(Object.entries(answers.problems).filter(([name]) => asked.has(name))),
    summary: answers.summary.filter(({ name }) => asked.has(name)),
  }
}

/** Returns the same record if nothing changed, to avoid renders. */
function withProblem(
  problems: Answers['problems'],
  name: string,
  problem: FieldProblem | null | undefined,
): Answers['problems'] {
  if (getOwn(problems, name) === (problem ?? undefined)) return problems
  const others = Object.entries(problems).filter(([other]) => other !== name)
  return Object.fromEntries(problem ? [...others, [name, problem]] : others)
}
