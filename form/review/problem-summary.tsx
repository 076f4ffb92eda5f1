import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { localised } from '#domain/catalogue/localise'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { FormMessages } from '#domain/messages/form'
import { SIGNING } from '#domain/signing-draft'
import { useApplicationState } from '../application/application-context.tsx'
import type { FieldProblem, NamedProblem } from '../application/given-answers.ts'
import { listProblems } from '../application/place.ts'
import { revealInHost } from '../embed/frame.ts'
import { fieldId } from '../focus-field.ts'
import { CheckIcon } from '../icons.tsx'
import { useWords, useLanguage } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { useNavigation } from '../use-navigation.ts'
import { reviewMessages } from '#domain/messages/review'

const WIDE = '(min-width: 720px)'

export function ProblemSummary({ form }: { form: VisibleForm }) {
  const words = useWords()
  const { title } = words.summary
  const text = reviewMessages[useLanguage().pack.language]
  const box = useRef<HTMLDivElement>(null)
  const summary = useApplicationState((state) => state.summary)
  const open = useApplicationState(({ problems }) => countOpen(summary, problems))
  const refusals = useApplicationState((state) => state.refusals)
  const { toSubmit } = useNavigation()
  const [isWide] = useState(() => window.matchMedia(WIDE).matches)

  useEffect(() => {
    if (refusals === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
    revealInHost(box.current, 'start')
  }, [refusals])

  return (
    <div className="summary" ref={box} tabIndex={-1} role="group" aria-labelledby="summary-title">
      {open > 0 && <title>{`${title(open)} · ${words.title}`}</title>}
      <h2 id="summary-title">{open > 0 ? title(open) : text.corrected}</h2>
      {open === 0 && (
        <button type="button" className="link-button" onClick={toSubmit}>
          {text.toSubmit}
        </button>
      )}
      {form.sections.map((section) => {
        const names = new Set(section.groups.flatMap(({ inputs }) => inputs.map(({ name }) => name)))
        if (section.key === 'signatures') names.add(SIGNING)
        const listed = summary.filter(({ name }) => names.has(name))
        if (listed.length === 0) return null
        const list = <ProblemList form={form} listed={listed} />
        const heading = <GroupTitle name={words.steps.names[section.key]} listed={listed} />
        return isWide ? (
          <div key={section.key} className="summary-section">
            <h3>{heading}</h3>
            {list}
          </div>
        ) : (
          <details key={section.key} className="summary-section">
            <summary>{heading}</summary>
            {list}
          </details>
        )
      })}
    </div>
  )
}

/** Of a section that the applicant wanted to leave, until they are corrected. */
export function SectionProblems({ id }: { id: string }) {
  const { pack } = useLanguage()
  const untranslated = useApplicationState((state) => state.form)
  const form = useMemo(() => localised(untranslated, pack.catalogue), [untranslated, pack])
  const problems = useApplicationState((state) => state.problems)
  return <ProblemList form={form} listed={listProblems(form, id, problems)} />
}

function GroupTitle({ name, listed }: { name: string | undefined; listed: readonly NamedProblem[] }) {
  const open = useApplicationState(({ problems }) => countOpen(listed, problems))
  return open > 0 ? `${name} (${open})` : <s>{name}</s>
}

function ProblemList({ form, listed }: { form: VisibleForm; listed: readonly NamedProblem[] }) {
  const words = useWords()
  const { fixed } = reviewMessages[useLanguage().pack.language]
  const { seek } = useNavigation()
  const problems = useApplicationState((state) => state.problems)
  const follow = (name: string) => (event: MouseEvent) => {
    event.preventDefault()
    seek(name)
  }
  return (
    <ul>
      {listed.map(({ name, problem }) => (
        <li key={name} className={getOwn(problems, name) === undefined ? 'fixed' : undefined}>
          <a href={`#${fieldId(name)}`} onClick={follow(name)}>
            {inGroup(words, form, name, getOwn(problems, name) ?? problem)}
          </a>
          {getOwn(problems, name) === undefined && (
            <span className="fixed-note">
              <CheckIcon />
              {fixed}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const countOpen = (
  listed: readonly NamedProblem[],
  problems: Readonly<Record<string, FieldProblem>>,
): number => listed.filter(({ name }) => getOwn(problems, name) !== undefined).length

function inGroup(words: FormMessages, form: VisibleForm, name: string, problem: FieldProblem): string {
  if (name === SIGNING) return words.problems.consent
  const groups = form.sections.flatMap((section) => section.groups)
  const group = groups.find(({ inputs }) => inputs.some((input) => input.name === name))
  const input = group?.inputs.find((each) => each.name === name)
  const said = (input && problemWords(words, input, problem)) ?? ''
  // A list of empty fields would say the same of each.
  const short = problem === 'required' ? (input?.label ?? said) : said
  const message = !input || short.includes(input.label) ? short : `${input.label}: ${said}`
  return group?.title ? `${group.title} · ${message}` : message
}

/** Goes from problem to problem, past corrected ones. */
export function NextProblem() {
  const { pack } = useLanguage()
  const { seek } = useNavigation()
  const next = useApplicationState(({ overview }) => overview.nextProblem)
  // Keeps its space, so that the page doesn't move after the last correction.
  const className = next === null ? 'button next-problem gone' : 'button next-problem'
  return (
    <button type="button" className={className} onClick={() => next !== null && seek(next)}>
      {reviewMessages[pack.language].next}
    </button>
  )
}
