import { useWords } from '../language/language-context.tsx'
import type { SignatureWay } from './use-signature.ts'

const WAYS: readonly SignatureWay[] = ['draw', 'type']

type SignatureWaysProps = {
  name: string
  label: string
  way: SignatureWay
  onChoose: (way: SignatureWay) => void
}

/** Typing serves people who can't draw, or who use a keyboard or voice control. */
export function SignatureWays({ name, label, way, onChoose }: SignatureWaysProps) {
  const words = useWords()
  return (
    <div className="signature-ways" role="radiogroup" aria-label={label}>
      {WAYS.map((choice) => (
        <label key={choice} className="signature-way">
          <input
            type="radio"
            name={`${name}-way`}
            checked={choice === way}
            onChange={() => onChoose(choice)}
          />
          <span>{words.signature[choice]}</span>
        </label>
      ))}
    </div>
  )
}
