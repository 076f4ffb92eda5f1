import type { Input } from '#domain/catalogue/define'

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

type FieldNoteProps = { name: string; problem: string | undefined; help: string }

/** The line below a control. Its room is kept whether or not there is anything to say, so that nothing jumps. */
export function FieldNote({ name, problem, help }: FieldNoteProps) {
  return (
    <p className={problem ? 'note problem' : 'note'} id={`note-${name}`}>
      {problem ?? help}
    </p>
  )
}
