import { Autocomplete, Chip, TextField } from '@mui/material'
import { useState } from 'react'
import { InputHelperText, useInput } from 'react-admin'
import { endsEntry, splitEntries } from './chips.ts'

type Props = {
  source: string
  label: string
  helperText: string
  max: number
  tooMany: string
  /** What is wrong with an entry; null: nothing. */
  problemOf: (entry: string) => string | null
  /** How an entry is kept. */
  tidy?: (entry: string) => string
  removeLabel: (entry: string) => string
}

/**
 * Several short entries without blanks, kept as one text with commas between them. A comma, a blank, Enter and leaving
 * the field, also for Save, end an entry; several may be pasted at once. Esc takes back what is no entry yet.
 */
export const ChipsInput = ({
  source,
  label,
  helperText,
  max,
  tooMany,
  problemOf,
  tidy,
  removeLabel,
}: Props) => {
  const problemIn = (value: unknown): string | undefined => {
    const entries = splitEntries(value)
    const problem = entries.map(problemOf).find((each) => each !== null)
    return problem ?? (entries.length > max ? tooMany : undefined)
  }
  const { field, fieldState, id } = useInput<string>({ source, validate: problemIn })
  const [text, setText] = useState('')
  const entries = splitEntries(field.value)
  // What is wrong shows as soon as an entry is made: it is whole then.
  const problem = problemIn(field.value) ?? fieldState.error?.message

  const change = (next: readonly string[]): void =>
    field.onChange([...new Set(next.map((entry) => tidy?.(entry) ?? entry))].join(', '))
  const add = (typed: string): void => {
    setText('')
    if (splitEntries(typed).length > 0) change([...entries, ...splitEntries(typed)])
  }

  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      clearOnBlur={false}
      // There is nothing to choose from; an empty list would take an Esc for itself.
      open={false}
      options={NOTHING}
      value={entries}
      inputValue={text}
      onChange={(_event, next) => {
        setText('')
        change(next.flatMap(splitEntries))
      }}
      onInputChange={(_event, typed, reason) => {
        if (reason === 'input') (endsEntry(typed) ? add : setText)(typed)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        event.stopPropagation()
        setText('')
      }}
      onBlur={() => {
        add(text)
        field.onBlur()
      }}
      renderValue={(shown, getItemProps) =>
        shown.map((entry, index) => {
          const { key, ...item } = getItemProps({ index })
          return (
            <Chip
              key={key}
              {...item}
              label={entry}
              size="small"
              variant="outlined"
              color={problemOf(entry) === null ? 'default' : 'error'}
              aria-label={removeLabel(entry)}
            />
          )
        })
      }
      renderInput={(input) => (
        <TextField
          {...input}
          inputRef={field.ref}
          label={label}
          size="small"
          error={problem !== undefined}
          helperText={<InputHelperText error={problem} helperText={helperText} />}
        />
      )}
    />
  )
}

const NOTHING: readonly string[] = []
