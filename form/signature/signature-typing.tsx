import { LIMITS } from '#domain/limits'
import { fieldId } from '../focus-field.ts'
import { useWords } from '../language/language-context.tsx'

export { isName } from './signature-geometry.ts'
export { namePicture } from './signature-name.ts'

type SignatureTypingProps = {
  name: string
  typed: string
  onType: (text: string) => void
  onLeave: () => void
}

/** Never prefilled: signing must be the applicant's own act. */
export function SignatureTyping({ name, typed, onType, onLeave }: SignatureTypingProps) {
  const words = useWords()
  return (
    <div className="field signature-name">
      <label className="label" htmlFor={fieldId(name)}>
        {words.signature.name}
      </label>
      <input
        id={fieldId(name)}
        value={typed}
        maxLength={LIMITS.signatureName.length}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="done"
        aria-describedby={`note-${name}`}
        onChange={(event) => onType(event.target.value)}
        onBlur={onLeave}
      />
    </div>
  )
}
