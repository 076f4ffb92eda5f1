import { useEffect, useRef } from 'react'
import { LIMITS } from '#domain/limits'
import { fieldId } from './focus-field.ts'
import { useWords } from './language/language-context.tsx'
import { Asterisk, FieldNote } from './sections/field-parts.tsx'
import type { SignatureDrawing } from './signature-drawing.ts'

type SignaturePadProps = {
  name: string
  signer: number
  /** The drawing as a PNG data URL, '' when there is none. */
  value: string
  /** The server has a drawing of an earlier visit, which it does not show. */
  kept: boolean
  problem: string | undefined
  onChange: (name: string, drawing: string) => void
}

const { width, height } = LIMITS.signatureCanvas

/** A canvas to sign on with a mouse, a finger or a pen. What it draws with is loaded beside the page, not before it. */
export function SignaturePad({ name, signer, value, kept, problem, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<SignatureDrawing>(null)
  const report = useRef(onChange)

  useEffect(() => {
    report.current = onChange
  })

  useEffect(() => {
    let wanted = true
    void import('./signature-drawing.ts').then(({ SignatureDrawing: Drawing }) => {
      if (!wanted || canvas.current === null) return
      drawing.current = new Drawing(canvas.current, (drawn) => report.current(name, drawn))
    })
    return () => {
      wanted = false
      drawing.current?.stop()
      drawing.current = null
    }
  }, [name])

  const clear = () => {
    drawing.current?.clear()
    onChange(name, '')
  }

  const { signature } = useWords()
  return (
    <div className="signature">
      <div className="signature-head">
        {/* Labelled required, not enforced (spec section 5). */}
        <span className="label">
          {signature.label}
          <Asterisk />
        </span>
        <span className={value ? 'signature-state signed' : 'signature-state'} role="status">
          {value ? signature.drawn : kept ? signature.kept : signature.empty}
        </span>
      </div>
      <div className="signature-paper">
        <canvas
          ref={canvas}
          id={fieldId(name)}
          width={width}
          height={height}
          tabIndex={-1}
          role="img"
          aria-label={signature.canvas(signer)}
          aria-describedby={`note-${name}`}
        />
      </div>
      <div className="signature-foot">
        <FieldNote name={name} problem={problem} help={signature.help} />
        <button type="button" className="button quiet" onClick={clear} disabled={value === '' && !kept}>
          {signature.clear}
        </button>
      </div>
    </div>
  )
}
