import { memo, type ReactNode } from 'react'
import type { Input } from '#domain/catalogue/define'
import { US_STATES } from '#domain/us-states'
import { fieldId } from '../focus-field.ts'
import { useWords } from '../language/language-context.tsx'
import { inputAttributes } from './input-attributes.ts'
import { FieldLabel, FieldNote } from './field-parts.tsx'
import { YesNoInput } from './yes-no-input.tsx'

export type FieldProps = {
  input: Input
  value: string
  problem: string | undefined
  /** The server has an answer of an earlier visit, which it does not say. */
  kept?: boolean
  /** `committed`: the answer is whole, as a choice is. */
  onChange: (name: string, value: string, committed?: boolean) => void
  onLeave: (name: string) => void
  /** Shares its row with a neighbour even on phones: a state beside its zip. */
  narrow?: boolean
  help?: string
}

/** One question: label above, control, help or problem below. Drawn again only when its own answer changes. */
export const FieldInput = memo(function FieldInput(props: FieldProps) {
  const { input, problem, narrow } = props
  if (input.kind === 'yesNo') return <YesNoInput {...props} />
  const classes = ['field', input.kind === 'longText' && 'wide', narrow && 'narrow', problem && 'wrong']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <FieldLabel input={input} htmlFor={fieldId(input.name)} />
      <Control {...props} />
      <FieldNote name={input.name} problem={problem} help={props.help ?? input.help} />
    </div>
  )
})

function Control({ input, value, problem, onChange, onLeave, help }: FieldProps): ReactNode {
  const words = useWords()
  const shared = {
    id: fieldId(input.name),
    name: input.name,
    value,
    required: input.required,
    autoComplete: input.autocomplete,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem || help || input.help ? `note-${input.name}` : undefined,
    onChange: (event: { target: { value: string } }) => onChange(input.name, event.target.value),
    onBlur: () => onLeave(input.name),
  }
  if (input.kind === 'state') {
    return (
      <select {...shared}>
        <option value="">{words.chooseOne}</option>
        {US_STATES.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  if (input.kind === 'choice') {
    return (
      <select {...shared}>
        <option value="">{words.chooseOne}</option>
        {input.choices.map((choice, index) => (
          <option key={choice} value={choice}>
            {input.choiceLabels[index]}
          </option>
        ))}
      </select>
    )
  }
  if (input.kind === 'longText') return <textarea {...shared} rows={3} placeholder={input.placeholder} />
  return (
    <input {...shared} {...inputAttributes(input.kind)} placeholder={input.placeholder} enterKeyHint="next" />
  )
}
