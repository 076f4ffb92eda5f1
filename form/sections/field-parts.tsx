import type { Input } from '#domain/catalogue/define'
import { problemTexts } from '#domain/catalogue/problem-texts'
import { useWords } from '../language/language-context.tsx'

export type FieldProps = {
  input: Input
  value: string
  problem: string | undefined
  kept?: boolean
  /** `committed`: the answer is complete, such as a choice. */
  onChange: (name: string, value: string, committed?: boolean) => void
  onLeave: (name: string, unreadable?: boolean) => void
  narrow?: boolean
  help?: string
}

export const Asterisk = () => (
  <span className="asterisk" aria-hidden="true">
    {' *'}
  </span>
)

type FieldLabelProps = { input: Input; htmlFor: string }

export function FieldLabel({ input, htmlFor }: FieldLabelProps) {
  return (
    <label className="label" htmlFor={htmlFor}>
      {input.label}
      {input.required && <Asterisk />}
    </label>
  )
}

type FieldNoteProps = { input: Input; problem: string | undefined; help: string; usual?: string }

export function FieldNote({ input, problem, help, usual = '' }: FieldNoteProps) {
  const words = useWords()
  const text = problem ?? help
  return (
    <p
      className={problem ? 'note problem' : 'note'}
      id={`note-${input.name}`}
      data-room={findLongest([help, usual, ...problemTexts(words, input)])}
    >
      {text && <span>{text}</span>}
    </p>
  )
}

const findLongest = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
