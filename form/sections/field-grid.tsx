import { useCallback } from 'react'
import type { Input } from '#domain/catalogue/define'
import { isShown } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { announce } from '../announce.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { FieldInput } from './field-input.tsx'
import { useReasons } from './use-reasons.ts'

/** As many as a phone's first view shows. */
const FIRST = 10

type FieldGridProps = {
  inputs: readonly Input[]
  whole?: boolean
  column?: boolean
  help?: Readonly<Record<string, string>>
}

export function FieldGrid({ inputs, whole = true, column = false, help }: FieldGridProps) {
  // A string keeps its identity, so the grid renders only when a question appears or disappears.
  const asked = useApplicationState((state) =>
    inputs.map((input) => (isShown(input, state.values) ? '1' : '0')).join(''),
  )
  const shown = inputs.filter((_input, index) => asked[index] === '1')
  return (
    <div className={column ? 'fields column' : 'fields'}>
      {shown.slice(0, whole ? undefined : FIRST).map((input, index) => (
        <Field
          key={input.name}
          input={input}
          narrow={sharesRow(shown, index)}
          help={help && getOwn(help, input.name)}
        />
      ))}
    </div>
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

  return (
    <FieldInput
      input={input}
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
