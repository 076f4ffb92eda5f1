import { useRef } from 'react'
import { LIMITS } from '#domain/limits'
import type { SigningAct } from '#domain/signing'
import { fieldId } from '../focus-field.ts'
import { useWords } from '../language/language-context.tsx'
import { Asterisk } from '../sections/field-parts.tsx'
import { useSignature, type SignatureWay } from './use-signature.ts'

type SignaturePadProps = {
  name: string
  signer: number
  value: string
  /** `onChange('')` discards the kept signature. */
  kept: boolean
  problem: string | undefined
  onChange: (name: string, drawing: string, act: SigningAct | null) => void
}

const { width, height } = LIMITS.signatureCanvas

export function SignaturePad({ name, signer, value, kept, problem, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { way, part, typed, hint, undoable, covered, sheet, ...act } = useSignature({
    canvas,
    name,
    value,
    onChange,
  })
  const { signature } = useWords()
  const Typing = way === 'type' && part?.SignatureTyping
  const clearable = value !== '' || kept || undoable || typed !== ''
  const usual = Typing ? signature.typing : kept && !value ? signature.kept : signature.help

  const clear = () => {
    if (!clearable) return
    act.clear()
    // The button keeps the focus, except while typing.
    if (Typing) document.getElementById(fieldId(name))?.focus()
  }

  return (
    <div className="signature">
      <div className="signature-head">
        <div>
          {/* Labelled as required but not enforced. */}
          <span className="label">
            {signature.label}
            <Asterisk />
          </span>
          <span className={value ? 'signature-state signed' : 'signature-state'} role="status">
            {value ? signature.drawn : kept ? signature.keptState : signature.empty}
          </span>
        </div>
        <SignatureWays name={name} label={signature.way(signer)} way={way} onChoose={act.choose} />
      </div>
      {Typing && <Typing name={name} typed={typed} onType={act.type} onLeave={act.leaveTyping} />}
      <div className="signature-paper">
        <canvas
          ref={canvas}
          id={Typing || covered ? undefined : fieldId(name)}
          className={Typing ? 'preview' : undefined}
          width={width}
          height={height}
          tabIndex={-1}
          role="img"
          aria-label={Typing ? signature.preview(signer) : signature.canvas(signer)}
          aria-describedby={`note-${name}`}
          onPointerDown={act.touch}
        />
        {covered && (
          <button
            type="button"
            id={fieldId(name)}
            className={value ? 'signature-cover signed' : 'signature-cover'}
            aria-describedby={`note-${name}`}
            onClick={act.press}
          >
            <span>{value || kept ? signature.again : signature.sign}</span>
          </button>
        )}
      </div>
      <p className={problem ? 'note problem' : hint ? 'note hint' : 'note'} id={`note-${name}`} role="status">
        {problem ?? (hint ? signature[hint] : usual)}
      </p>
      <div className="signature-foot">
        {/* `disabled` would lose the focus. */}
        <button type="button" className="button quiet" onClick={act.undo} aria-disabled={!undoable}>
          {signature.undo}
        </button>
        <button type="button" className="button quiet" onClick={clear} aria-disabled={!clearable}>
          {signature.clear}
        </button>
      </div>
      {sheet && part && (
        <part.SignatureSheet
          label={signature.canvas(signer)}
          strokes={sheet}
          onBegin={act.begin}
          onClose={act.closeSheet}
        />
      )}
    </div>
  )
}

const WAYS: readonly SignatureWay[] = ['draw', 'type']

type SignatureWaysProps = {
  name: string
  label: string
  way: SignatureWay
  onChoose: (way: SignatureWay) => void
}

/** Typing serves people who can't draw, or who use a keyboard or voice control. */
function SignatureWays({ name, label, way, onChoose }: SignatureWaysProps) {
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
