import { useEffect, useRef, useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { consentWords } from '#domain/messages/consent'
import { useLanguage } from '../language/language-context.tsx'
import { useModal } from '../use-modal.ts'
import { SignatureDrawing } from './signature-drawing.ts'

type SignatureSheetProps = {
  label: string
  strokes: readonly PointGroup[]
  onBegin: () => void
  /** null keeps the present signature */
  onClose: (strokes: readonly PointGroup[] | null) => void
}

/** Covers the screen of a phone; the paper is as wide as the screen. */
export function SignatureSheet({ label, strokes, onBegin, onClose }: SignatureSheetProps) {
  const { pack } = useLanguage()
  const words = consentWords[pack.language]
  const { undo, clear } = pack.form.signature
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<SignatureDrawing>(null)
  const [undoable, setUndoable] = useState(false)

  const look = () => setUndoable(drawing.current?.undoable ?? false)
  const begin = () => {
    if (!canvas.current) return
    drawing.current = new SignatureDrawing(canvas.current, { onBegin, onEnd: look })
    drawing.current.replace(strokes)
  }
  const { dialog, close } = useModal(() => onClose(null), begin)
  useEffect(() => () => drawing.current?.stop(), [])

  const finish = () => {
    drawing.current?.finish()
    const drawn = drawing.current?.strokes ?? []
    dialog.ref.current?.close()
    onClose(drawn)
  }
  const empty = () => {
    drawing.current?.clear()
    look()
  }
  return (
    <dialog {...dialog} className="signature-sheet" aria-label={label}>
      <p className="note" aria-hidden="true">
        {label}
      </p>
      <div className="sheet-room">
        <div className="signature-paper">
          <canvas ref={canvas} role="img" aria-label={label} />
        </div>
        <p className="sheet-turn">{words.turn}</p>
      </div>
      <div className="sheet-foot">
        <button type="button" className="button" onClick={close}>
          {words.cancel}
        </button>
        <button type="button" className="button" onClick={() => drawing.current?.undo()} disabled={!undoable}>
          {undo}
        </button>
        <button type="button" className="button" onClick={empty} disabled={!undoable}>
          {clear}
        </button>
        <button type="button" className="button primary" onClick={finish}>
          {words.done}
        </button>
      </div>
    </dialog>
  )
}
