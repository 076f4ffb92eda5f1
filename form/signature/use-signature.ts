import { useEffect, useRef, useState, type RefObject } from 'react'
import { LIMITS } from '#domain/limits'
import type { SignatureDrawing } from './signature-drawing.ts'
import { signaturePart } from '../later-parts.ts'
import { whenNeeded } from '../when-needed.ts'

export type SignatureWay = 'draw' | 'type'

type SignatureHint = 'onlyDot' | 'fewLetters' | 'loading' | 'notLoaded' | 'typingNotLoaded'

type Typing = Awaited<ReturnType<typeof signaturePart>>

type SignatureOptions = {
  canvas: RefObject<HTMLCanvasElement | null>
  name: string
  value: string
  onChange: (name: string, drawing: string) => void
}

export function useSignature({ canvas, name, value, onChange }: SignatureOptions) {
  const drawing = useRef<SignatureDrawing>(null)
  /** The state's value follows a moment later. */
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
    // A later touch tries again.
    const stop = canvas.current && whenNeeded(canvas.current, () => void open().catch(() => undefined))
    return () => {
      stop?.()
      window.clearTimeout(pause.current)
      drawing.current?.stop()
      drawing.current = null
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a life: it reads refs and sets state alone
  }, [])

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
    // One or two letters don't replace a drawing.
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
    // Also with an empty value, to delete the signature kept on the server.
    onChange(name, '')
  }

  const undo = () => {
    if (undoable) drawing.current?.undo()
  }

  return { way, typing, typed, hint, undoable, touch, choose, type, leaveTyping, clear, undo }
}
