import type { Input } from '#domain/catalogue/define'
import { problemTexts } from '#domain/catalogue/validate'
import { useWords } from '../language/language-context.tsx'

/** The asterisk is for the eye; `required` tells assistive technology. */
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

/**
 * The words below a control. The room of the longest there may be is kept, in as many lines as it takes here, whether or
 * not there is anything to say: so nothing jumps.
 */
export function FieldNote({ input, problem, help }: FieldNoteProps) {
  const words = useWords()
  const text = problem ?? help
  return (
    <p
      className={problem ? 'note problem' : 'note'}
      id={`note-${input.name}`}
      data-room={longestOf([help, ...problemTexts(words, input)])}
    >
      {text && <span>{text}</span>}
    </p>
  )
}

const longestOf = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
