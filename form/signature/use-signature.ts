import { useEffect, useRef, useState, type RefObject } from 'react'
import { LIMITS } from '#domain/limits'
import type { SignatureDrawing } from './signature-drawing.ts'
import { signaturePart } from '../later-parts.ts'
import { whenNeeded } from '../when-needed.ts'

export type SignatureWay = 'draw' | 'type'

/** Why what is on the sheet is no signature, or why there is no sheet; names of the sentences that say so. */
type SignatureHint = 'onlyDot' | 'fewLetters' | 'loading' | 'notLoaded' | 'typingNotLoaded'

type Typing = Awaited<ReturnType<typeof signaturePart>>

type SignatureOptions = {
  canvas: RefObject<HTMLCanvasElement | null>
  name: string
  value: string
  onChange: (name: string, drawing: string) => void
}

/**
 * One signature: what its sheet shows is its value. What it draws and types with is loaded when it is needed; as long
 * as it is not there, the sheet says so when it is touched.
 */
export function useSignature({ canvas, name, value, onChange }: SignatureOptions) {
  const drawing = useRef<SignatureDrawing>(null)
  /** The value that the sheet shows; the state's own comes a moment later. */
  const shown = useRef(value)
  const pause = useRef<number>(undefined)
  const report = useRef<(drawn: string) => void>(() => {})
  const [way, setWay] = useState<SignatureWay>('draw')
  const [typing, setTyping] = useState<Typing | null>(null)
  const [typed, setTyped] = useState('')
  const [hint, setHint] = useState<SignatureHint | null>(null)
  const [undoable, setUndoable] = useState(false)

  useEffect(() => {
    report.current = (drawn) => {
      if (drawn === shown.current) return
      shown.current = drawn
      onChange(name, drawn)
    }
  })

  /** A stroke has ended or was taken back. Without ink enough there is no signature: the value stays ''. */
  const judge = () => {
    if (drawing.current === null) return
    const { state } = drawing.current
    setTyped('')
    setHint(state === 'dot' ? 'onlyDot' : null)
    setUndoable(drawing.current.undoable)
    report.current(state === 'signature' ? drawing.current.toPng() : '')
  }

  const open = async () => {
    const part = await signaturePart()
    if (drawing.current === null && canvas.current !== null)
      drawing.current = new part.SignatureDrawing(canvas.current, {
        onBegin: () => setHint(null),
        onEnd: judge,
      })
    return part
  }

  useEffect(() => {
    // Failing is no matter yet: a touch tries again.
    const stop = canvas.current && whenNeeded(canvas.current, () => void open().catch(() => undefined))
    return () => {
      stop?.()
      window.clearTimeout(pause.current)
      drawing.current?.stop()
      drawing.current = null
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a life: it reads refs and sets state alone
  }, [])

  /** A touch of a sheet that is not there yet draws nothing, which must not go unsaid. */
  const touch = () => {
    if (drawing.current !== null) return
    setHint('loading')
    open().catch(() => setHint('notLoaded'))
  }

  const choose = async (wanted: SignatureWay) => {
    setHint(null)
    if (wanted === 'draw') return setWay(wanted)
    try {
      setTyping(await open())
      setWay(wanted)
    } catch {
      setHint('typingNotLoaded')
    }
  }

  const type = (text: string) => {
    const sheet = drawing.current
    if (!typing || !sheet) return
    const isName = typing.isName(text)
    setTyped(text)
    setHint(null)
    window.clearTimeout(pause.current)
    // A letter or two do not take away what is drawn already.
    if (!isName && sheet.state !== 'empty') return
    sheet.write(text.trim() === '' ? null : typing.namePicture(text))
    setUndoable(false)
    if (!isName) return report.current('')
    pause.current = window.setTimeout(() => report.current(sheet.toPng()), LIMITS.signaturePauseMs)
  }

  const leaveTyping = () => {
    window.clearTimeout(pause.current)
    if (typing?.isName(typed)) report.current(drawing.current?.toPng() ?? '')
    else if (typed.trim() !== '') setHint('fewLetters')
  }

  const clear = () => {
    window.clearTimeout(pause.current)
    drawing.current?.clear()
    setTyped('')
    setHint(null)
    setUndoable(drawing.current?.undoable ?? false)
    shown.current = ''
    // Also where there is no value: what the server keeps is to go.
    onChange(name, '')
  }

  const undo = () => {
    if (undoable) drawing.current?.undo()
  }

  return { way, typing, typed, hint, undoable, touch, choose, type, leaveTyping, clear, undo }
}
