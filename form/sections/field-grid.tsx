import { useCallback } from 'react'
import type { Input } from '#domain/catalogue/define'
import { isShown } from '#domain/catalogue/values'
import { announce } from '../announce.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { FieldInput } from './field-input.tsx'

type FieldGridProps = {
  inputs: readonly Input[]
  /** Lies within a column of its own, so its fields stand one below the other. */
  column?: boolean
  /** Help by input name where it depends on the place. */
  help?: Readonly<Record<string, string>>
}

/** The questions of a group that are asked now, in catalogue order. */
export function FieldGrid({ inputs, column = false, help }: FieldGridProps) {
  // One text for all of them: the grid is drawn again when a question comes up or goes, not on every keystroke.
  const asked = useApplicationState((state) =>
    inputs.map((input) => (isShown(input, state.values) ? '1' : '0')).join(''),
  )
  const shown = inputs.filter((_input, index) => asked[index] === '1')
  return (
    <div className={column ? 'fields column' : 'fields'}>
      {shown.map((input, index) => (
        <Field key={input.name} input={input} narrow={sharesRow(shown, index)} help={help?.[input.name]} />
      ))}
    </div>
  )
}

type FieldProps = { input: Input; narrow: boolean; help: string | undefined }

/** A question that listens to its own answer alone. */
function Field({ input, narrow, help }: FieldProps) {
  const { store, change, leave } = useApplication()
  const words = useWords()
  const value = useApplicationState((state) => state.values[input.name] ?? '')
  const kept = useApplicationState((state) => state.kept.has(input.name))
  const problem = useApplicationState((state) => state.problems[input.name])

  // What is wrong with it is said as the field is left; after a refused submit, the summary says it.
  const leaveAloud = useCallback(
    (name: string, unreadable?: boolean) => {
      const before = store.state().problems[name]
      leave(name, unreadable)
      const found = store.state().problems[name]
      if (found !== before) announce(input.label, problemWords(words, input, found))
    },
    [input, leave, store, words],
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
      help={help}
    />
  )
}

/** A state followed by its zip: the two are short enough for one row. */
function sharesRow(inputs: readonly Input[], index: number): boolean {
  const kinds = [inputs[index - 1]?.kind, inputs[index]?.kind, inputs[index + 1]?.kind]
  return (kinds[1] === 'state' && kinds[2] === 'zip') || (kinds[0] === 'state' && kinds[1] === 'zip')
}
