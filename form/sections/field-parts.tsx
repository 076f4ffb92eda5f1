import type { Input } from '#domain/catalogue/define'
import { problemTexts } from '#domain/catalogue/validate'
import { useWords } from '../language/language-context.tsx'

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
