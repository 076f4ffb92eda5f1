import type { Input } from '#domain/catalogue/define'
import { isShown } from '#domain/catalogue/values'
import { formMessages } from '#domain/messages/form'
import type { ApplicationHandle } from '../use-application.ts'
import { problemWords } from '../problem-words.ts'
import { FieldInput } from './field-input.tsx'

export type Answering = Pick<ApplicationHandle, 'state' | 'change' | 'leave'>

type FieldGridProps = Answering & {
  inputs: readonly Input[]
  /** Lies within a column of its own, so its fields stand one below the other. */
  column?: boolean
  /** Help by input name where it depends on the place. */
  help?: Readonly<Record<string, string>>
}

/** The questions of a group that are asked now, in catalogue order. */
export function FieldGrid({ inputs, state, change, leave, column = false, help }: FieldGridProps) {
  const shown = inputs.filter((input) => isShown(input, state.values))
  return (
    <div className={column ? 'fields column' : 'fields'}>
      {shown.map((input, index) => (
        <FieldInput
          key={input.name}
          input={input}
          value={state.values[input.name] ?? ''}
          problem={problemWords(formMessages, input, state.problems[input.name])}
          onChange={change}
          onLeave={leave}
          narrow={sharesRow(shown, index)}
          help={help?.[input.name]}
        />
      ))}
    </div>
  )
}

/** A state followed by its zip: the two are short enough for one row. */
function sharesRow(inputs: readonly Input[], index: number): boolean {
  const kinds = [inputs[index - 1]?.kind, inputs[index]?.kind, inputs[index + 1]?.kind]
  return (kinds[1] === 'state' && kinds[2] === 'zip') || (kinds[0] === 'state' && kinds[1] === 'zip')
}
