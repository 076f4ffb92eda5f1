import { type FocusEvent, useCallback, useState } from 'react'
import type { Input } from '#domain/catalogue/define'
import { isShown } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { announce } from '../announce.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { isShared } from '../application/state.ts'
import { hasAnswer } from '../application/given-answers.ts'
import { useWords } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { FieldInput } from './field-input.tsx'
import { UnfoldButton } from './folded-group.tsx'
import { useReasons } from './use-reasons.ts'

/** With as many required ones as a phone's first view shows. */
const FIRST = 12

type FieldGridProps = {
  inputs: readonly Input[]
  whole?: boolean
  column?: boolean
  /** Phones fold the optional fields while all of them are empty. */
  folds?: boolean
  help?: Readonly<Record<string, string>>
}

export function FieldGrid({ inputs, whole = true, column = false, folds = false, help }: FieldGridProps) {
  const words = useWords()
  // A string keeps its identity, so the grid renders only when a question appears or disappears.
  const asked = useApplicationState((state) =>
    inputs.map((input) => (isShown(input, state.values) ? '1' : '0')).join(''),
  )
  const shown = inputs.filter((_input, index) => asked[index] === '1')
  const optional = folds ? shown.filter(({ required }) => !required) : []
  const [isFolded, setIsFolded] = useState(folds)
  const isGiven = useApplicationState((state) => optional.some((input) => hasAnswer(input, state)))
  if (isFolded && isGiven) setIsFolded(false)
  /** A wide screen shows them all: the one in use stays when it gets narrow. */
  const keepShown = ({ target }: FocusEvent<HTMLElement & { name?: string }>) => {
    if (isFolded && optional.some(({ name }) => name === target.name)) setIsFolded(false)
  }
  const classes = ['fields', column && 'column', isFolded && 'folded']
  return (
    <>
      <div className={classes.filter(Boolean).join(' ')} onFocus={keepShown}>
        {shown.slice(0, whole ? undefined : FIRST).map((input, index) => (
          <Field
            key={input.name}
            input={input}
            narrow={sharesRow(shown, index)}
            help={help && getOwn(help, input.name)}
          />
        ))}
      </div>
      {folds && whole && (
        <div className="optional">
          {optional.length < shown.length && <p className="note">{words.requiredNote}</p>}
          {isFolded && (
            <UnfoldButton
              label={words.steps.optional(optional.length)}
              first={optional[0]?.name}
              unfold={() => setIsFolded(false)}
            />
          )}
        </div>
      )}
    </>
  )
}

type FieldProps = { input: Input; narrow: boolean; help: string | undefined }

function Field({ input, narrow, help }: FieldProps) {
  const { state, change, leave } = useApplication()
  const words = useWords()
  const value = useApplicationState(({ values }) => getOwn(values, input.name) ?? '')
  const kept = useApplicationState((all) => all.kept.has(input.name))
  const problem = useApplicationState(({ problems }) => getOwn(problems, input.name))
  const reasons = useReasons()
  const reason = input.kind === 'ssn' || input.kind === 'birthDate' ? reasons[input.kind] : undefined

  const leaveAloud = useCallback(
    (name: string, unreadable?: boolean) => {
      const before = getOwn(state().problems, name)
      leave(name, unreadable)
      const found = getOwn(state().problems, name)
      if (found !== before) announce(input.label, problemWords(words, input, found))
    },
    [input, leave, state, words],
  )

  // The browser of a shared device keeps no answer for the next user.
  const isPrivate = useApplicationState(isShared)
  return (
    <FieldInput
      input={isPrivate ? { ...input, autocomplete: 'off' } : input}
      value={value}
      kept={kept}
      problem={problemWords(words, input, problem)}
      onChange={change}
      onLeave={leaveAloud}
      narrow={narrow}
      help={reason ?? help}
    />
  )
}

function sharesRow(inputs: readonly Input[], index: number): boolean {
  const kinds = [inputs[index - 1]?.kind, inputs[index]?.kind, inputs[index + 1]?.kind]
  return (kinds[1] === 'state' && kinds[2] === 'zip') || (kinds[0] === 'state' && kinds[1] === 'zip')
}
