import { Chip } from '@mui/material'
import { useEffect, useState } from 'react'
import { TextArrayInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { toText } from '#domain/json'
import { companyMessages } from '#domain/messages/panel-company'
import type { FieldWords } from './text.tsx'

type Props = {
  source: string
  words: FieldWords
  max?: number
  tooMany?: string
  /** @returns null if the entry is valid */
  findProblem?: (entry: string) => string | null
  normalize?: (entry: string) => string
}

const SEPARATORS = /[,;\s]+/

/**
 * A list of short texts. Unlike in react-admin's input, a comma or a blank ends an entry, several can be pasted, wrong
 * ones show immediately, and Escape clears the text instead of closing the dialog.
 */
export const ChipsInput = ({ source, words, normalize = String, ...props }: Props) => {
  const { max = Infinity, tooMany, findProblem = () => null } = props
  const { setValue, trigger } = useFormContext()
  const [typed, setTyped] = useState('')
  const entries = toEntries(useWatch({ name: source }))
  const count = entries.length
  useEffect(() => {
    if (count > 0) void trigger(source)
  }, [count, source, trigger])

  const parse = (list: readonly unknown[]): string[] => [...new Set(list.flatMap(toEntries).map(normalize))]
  const validate = (list: unknown): string | undefined => {
    const all = toEntries(list)
    return (
      all.map(findProblem).find((problem) => problem !== null) ?? (all.length > max ? tooMany : undefined)
    )
  }
  const type = (text: string, isInput: boolean): void => {
    const isEnded = isInput && SEPARATORS.test(text)
    if (isEnded) setValue(source, parse([...entries, text]), { shouldDirty: true })
    setTyped(isEnded ? '' : text)
  }

  return (
    <TextArrayInput
      source={source}
      label={words.label}
      helperText={words.help}
      validate={validate}
      parse={parse}
      size="small"
      // There are no options, and an open list would handle Escape.
      open={false}
      // Where this field has an error, the form focuses the root element, which passes the focus on.
      tabIndex={-1}
      onFocus={({ target, currentTarget }) =>
        target === currentTarget && currentTarget.querySelector('input')?.focus()
      }
      inputValue={typed}
      onInputChange={(_event, text, reason) => type(text, reason === 'input')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return
        event.stopPropagation()
        setTyped('')
      }}
      renderValue={(shown, getItemProps) =>
        shown.map((entry, index) => {
          const { key, ...item } = getItemProps({ index })
          const color = findProblem(entry) === null ? 'default' : 'error'
          return (
            <Chip
              key={key}
              {...item}
              label={entry}
              size="small"
              color={color}
              aria-label={companyMessages.removeEntry(entry)}
            />
          )
        })
      }
    />
  )
}

const toEntries = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(toEntries)
    : toText(value)
        .split(SEPARATORS)
        .filter((entry) => entry !== '')
