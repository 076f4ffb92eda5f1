import { useState } from 'react'
import { fieldId } from '../focus-field.ts'
import { Asterisk, FieldNote, type FieldProps } from './field-parts.tsx'

export function YesNoInput({ input, value, problem, onChange, onLeave }: FieldProps) {
  const labelId = `label-${input.name}`
  // Choosing the default value still counts as an answer.
  const [touched, setTouched] = useState(false)
  const untouched = !touched && value === input.defaultValue
  return (
    <div
      className={`field question${problem ? ' wrong' : ''}${untouched ? ' untouched' : ''}`}
      role="radiogroup"
      aria-labelledby={labelId}
      aria-required={input.required}
      aria-invalid={problem !== undefined}
      aria-describedby={problem || input.help ? `note-${input.name}` : undefined}
    >
      <span className="label" id={labelId}>
        {input.label}
        {input.required && <Asterisk />}
      </span>
      <span className="choices">
        {input.choices.map((choice, index) => (
          <label className="choice" key={choice}>
            <input
              type="radio"
              id={index === 0 ? fieldId(input.name) : undefined}
              name={input.name}
              value={choice}
              checked={value === choice}
              required={input.required}
              onChange={() => onChange(input.name, choice, true)}
              onClick={() => setTouched(true)}
              onBlur={() => onLeave(input.name)}
            />
            <span>{input.choiceLabels[index]}</span>
          </label>
        ))}
      </span>
      <FieldNote input={input} problem={problem} help={input.help} />
    </div>
  )
}
