import type { Input } from '#domain/catalogue/define'
import { problemTexts } from '#domain/catalogue/validate'
import { useWords } from '../language/language-context.tsx'

export type FieldProps = {
  input: Input
  value: string
  problem: string | undefined
  /** The server holds an answer of an earlier visit and doesn't return it. */
  kept?: boolean
  /** `committed`: the answer is complete, as a choice is. */
  onChange: (name: string, value: string, committed?: boolean) => void
  onLeave: (name: string, unreadable?: boolean) => void
  /** Shares its row even on phones: a state beside its zip code. */
  narrow?: boolean
  help?: string
}

/** The asterisk is visual; `required` tells assistive technology. */
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

type FieldNoteProps = { input: Input; problem: string | undefined; help: string }

/** The text below a control. Reserves the height of the longest possible text, so that the layout never moves. */
export function FieldNote({ input, problem, help }: FieldNoteProps) {
  const words = useWords()
  const text = problem ?? help
  return (
    <p
      className={problem ? 'note problem' : 'note'}
      id={`note-${input.name}`}
      data-room={findLongest([help, ...problemTexts(words, input)])}
    >
      {text && <span>{text}</span>}
    </p>
  )
}

const findLongest = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
