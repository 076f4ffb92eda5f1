import { useEffect, useRef, type MouseEvent } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { FormMessages } from '#domain/messages/form'
import { useApplicationState } from './application/application-context.tsx'
import type { FieldProblem } from './application/given-answers.ts'
import { revealInHost } from './embed/frame.ts'
import { fieldId, focusField } from './focus-field.ts'
import { useWords } from './language/language-context.tsx'
import { problemWords } from './problem-words.ts'
import { CheckIcon } from './icons.tsx'

export function ProblemSummary({ form }: { form: VisibleForm }) {
  const words = useWords()
  const box = useRef<HTMLDivElement>(null)
  const summary = useApplicationState((state) => state.summary)
  const problems = useApplicationState((state) => state.problems)
  const refusals = useApplicationState((state) => state.refusals)
  const text = words.summary

  useEffect(() => {
    if (refusals === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
    revealInHost(box.current, 'start')
  }, [refusals])

  if (summary.length === 0) return null
  const open = summary.filter(({ name }) => getOwn(problems, name) !== undefined).length
  const follow = (name: string) => (event: MouseEvent) => {
    event.preventDefault()
    focusField(name)
  }
  return (
    <div className="summary" ref={box} tabIndex={-1} role="group" aria-labelledby="summary-title">
      {open > 0 && <title>{`${text.title(open)} · ${words.title}`}</title>}
      <h2 id="summary-title">{open > 0 ? text.title(open) : text.corrected}</h2>
      <ul>
        {summary.map(({ name, problem }) => (
          <li key={name} className={getOwn(problems, name) === undefined ? 'fixed' : undefined}>
            <a href={`#${fieldId(name)}`} onClick={follow(name)}>
              {inGroup(words, form, name, getOwn(problems, name) ?? problem)}
            </a>
            {getOwn(problems, name) === undefined && (
              <span className="fixed-note">
                <CheckIcon />
                {text.fixed}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function inGroup(words: FormMessages, form: VisibleForm, name: string, problem: FieldProblem): string {
  const groups = form.sections.flatMap((section) => section.groups)
  const group = groups.find(({ inputs }) => inputs.some((input) => input.name === name))
  const input = group?.inputs.find((each) => each.name === name)
  const said = (input && problemWords(words, input, problem)) ?? ''
  const message = !input || said.startsWith(input.label) ? said : `${input.label}: ${said}`
  return group?.title ? words.summary.inGroup(group.title, message) : message
}
