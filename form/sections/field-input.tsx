import { type ChangeEvent, type FocusEvent, memo, type ReactNode } from 'react'
import { tidied } from '#domain/catalogue/mask'
import { US_STATES } from '#domain/us-states'
import type { SameAs } from '#domain/catalogue/define'
import { getOwn } from '#domain/get-own'
import { fieldId } from '../focus-field.ts'
import { useWords } from '../language/language-context.tsx'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import type { State } from '../application/state.ts'
import { FieldLabel, FieldNote, type FieldProps } from './field-parts.tsx'
import { TextInput } from './text-input.tsx'
import { YesNoInput } from './yes-no-input.tsx'

/** Longer answers get the full width in print, as inputs don't wrap. */
const PRINTED_HALF = 36

export const FieldInput = memo(function FieldInput(props: FieldProps) {
  if (props.input.kind === 'yesNo') return <YesNoInput {...props} />
  return <WrittenField {...props} />
})

function WrittenField(props: FieldProps) {
  const { input, problem, narrow, kept } = props
  const words = useWords()
  const usual = props.help ?? input.help
  const help = kept ? words.draft.kept : usual
  const note = <FieldNote input={input} problem={problem} help={help} usual={usual} />
  const classes = [
    'field',
    input.kind === 'longText' && 'wide',
    narrow && 'narrow',
    problem && 'wrong',
    props.value.length > PRINTED_HALF && 'long',
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <FieldLabel input={input} htmlFor={fieldId(input.name)} />
      <Control {...props} help={help} />
      {input.sameAs ? (
        <div className="under">
          <SameAsBefore sameAs={input.sameAs} />
          {note}
        </div>
      ) : (
        note
      )}
    </div>
  )
}

function Control({ input, value, problem, kept = false, onChange, onLeave, help }: FieldProps): ReactNode {
  const words = useWords()
  const shared = {
    id: fieldId(input.name),
    name: input.name,
    required: input.required && !kept,
    autoComplete: input.autocomplete,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem || help ? `note-${input.name}` : undefined,
  }
  if (input.kind === 'state' || input.kind === 'choice') {
    const options =
      input.kind === 'state'
        ? US_STATES
        : input.choices.map((choice, index) => [choice, input.choiceLabels[index] ?? choice] as const)
    return (
      <select
        {...shared}
        value={value}
        onChange={(event) => onChange(input.name, event.target.value)}
        onBlur={() => onLeave(input.name)}
      >
        <option value="">{words.chooseOne}</option>
        {options.map(([sent, shown]) => (
          <option key={sent} value={sent}>
            {shown}
          </option>
        ))}
      </select>
    )
  }
  if (input.kind === 'longText') {
    return (
      <textarea
        {...shared}
        rows={3}
        value={value}
        placeholder={input.placeholder}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(input.name, event.target.value)}
        onBlur={(event: FocusEvent<HTMLTextAreaElement>) => {
          const text = tidied(input.kind, event.target.value)
          if (text !== value) onChange(input.name, text)
          onLeave(input.name)
        }}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      input={input}
      value={value}
      kept={kept}
      onText={(text) => onChange(input.name, text)}
      onLeft={(unreadable) => onLeave(input.name, unreadable)}
    />
  )
}

/** Offered while it overwrites nothing. */
function SameAsBefore({ sameAs }: { sameAs: SameAs }) {
  const { state, change } = useApplication()
  const words = useWords()
  const offer = useApplicationState((now) => findOffer(now, sameAs))
  if (offer === 'none') return null

  const copy = (on: boolean) => {
    for (const { name, before } of findAnswers(state(), sameAs)) change(name, on ? before : '', true)
  }
  return (
    <label className="checkbox same">
      <input type="checkbox" checked={offer === 'taken'} onChange={({ target }) => copy(target.checked)} />
      <span>{words.sameAs[sameAs.key]}</span>
    </label>
  )
}

function findOffer(state: State, sameAs: SameAs): 'none' | 'open' | 'taken' {
  const answers = findAnswers(state, sameAs)
  if (answers[0]?.name !== sameAs.pairs[0]?.[0]) return 'none'
  if (answers.every(({ now, before }) => now === before)) return 'taken'
  return answers.every(({ now, before }) => now === '' || now === before) ? 'open' : 'none'
}

const findAnswers = ({ form, values }: State, { pairs }: SameAs) =>
  pairs
    .map(([name, from]) => ({ name, now: getOwn(values, name) ?? '', before: getOwn(values, from) ?? '' }))
    .filter(({ name, before }) => form.inputNames.has(name) && before.trim() !== '')
