import { useEffect, useRef, useState, type RefObject } from 'react'
import { LIMITS } from '#domain/limits'
import type { SigningAct, SigningWay } from '#domain/signing'
import { signaturePart } from '../shared-parts.ts'
import { useMedia } from '../use-media.ts'
import { whenNeeded } from '../when-needed.ts'
import type { SignatureDrawing } from './signature-drawing.ts'

export type SignatureWay = 'draw' | 'type'

type SignatureHint = 'onlyDot' | 'fewLetters' | 'loading' | 'notLoaded' | 'typingNotLoaded'

type Part = Awaited<ReturnType<typeof signaturePart>>

/** Too small to sign on beside anything else. */
const PHONE = '(pointer: coarse) and (max-width: 719.98px), (pointer: coarse) and (max-height: 499.98px)'

type Strokes = Parameters<SignatureDrawing['replace']>[0]

type SignatureOptions = {
  canvas: RefObject<HTMLCanvasElement | null>
  name: string
  value: string
  onChange: (name: string, drawing: string, act: SigningAct | null) => void
}

const now = () => new Date().toISOString()

export function useSignature({ canvas, name, value, onChange }: SignatureOptions) {
  const drawing = useRef<SignatureDrawing>(null)
  /** The state's value follows a moment later. */
  const shown = useRef(value)
  const began = useRef<string>(undefined)
  const pause = useRef<number>(undefined)
  const report = useRef<(drawn: string, way: SigningWay) => void>(() => {})
  const [way, setWay] = useState<SignatureWay>('draw')
  const [part, setPart] = useState<Part | null>(null)
  const [typed, setTyped] = useState('')
  const [hint, setHint] = useState<SignatureHint | null>(null)
  const [undoable, setUndoable] = useState(false)
  const [sheet, setSheet] = useState<Strokes | null>(null)
  const onPhone = useMedia(PHONE)

  useEffect(() => {
    report.current = (drawn, drawnWay) => {
      if (drawn === shown.current) return
      shown.current = drawn
      const startedAt = began.current ?? now()
      onChange(name, drawn, drawn === '' ? null : { startedAt, endedAt: now(), way: drawnWay })
    }
  })

  const begin = () => {
    began.current ??= now()
    setHint(null)
  }

  const judge = () => {
    if (drawing.current === null) return
    const { state } = drawing.current
    setTyped('')
    setHint(state === 'dot' ? 'onlyDot' : null)
    setUndoable(drawing.current.undoable)
    if (state === 'empty') began.current = undefined
    report.current(state === 'signature' ? drawing.current.toPng() : '', 'drawn')
  }

  const open = async () => {
    const loaded = await signaturePart()
    setPart(loaded)
    if (drawing.current === null && canvas.current !== null)
      drawing.current = new loaded.SignatureDrawing(canvas.current, { onBegin: begin, onEnd: judge })
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once: it only reads refs and sets state
  }, [])

  const empty = () => {
    window.clearTimeout(pause.current)
    drawing.current?.clear()
    setTyped('')
    setHint(null)
    setUndoable(drawing.current?.undoable ?? false)
    began.current = undefined
    shown.current = ''
  }

  // A signature is discarded from outside when the wording above it has changed.
  useEffect(() => {
    if (value === '' && shown.current !== '') empty()
  }, [value])

  const touch = () => {
    if (drawing.current !== null) return
    setHint('loading')
    open().catch(() => setHint('notLoaded'))
  }

  const press = async () => {
    try {
      await open()
      setSheet(drawing.current?.strokes ?? [])
    } catch {
      setHint('notLoaded')
    }
  }

  const choose = async (wanted: SignatureWay) => {
    setHint(null)
    if (wanted === 'draw') return setWay(wanted)
    try {
      await open()
      setWay(wanted)
    } catch {
      setHint('typingNotLoaded')
    }
  }

  const closeSheet = (strokes: Strokes | null) => {
    setSheet(null)
    if (strokes) drawing.current?.replace(strokes)
    // A rotation has scrolled the page.
    canvas.current?.scrollIntoView({ block: 'center' })
  }

  const type = (text: string) => {
    const drawn = drawing.current
    if (!part || !drawn) return
    const isName = part.isName(text)
    setTyped(text)
    begin()
    window.clearTimeout(pause.current)
    // One or two letters don't replace a drawing.
    if (!isName && drawn.state !== 'empty') return
    drawn.write(text.trim() === '' ? null : part.namePicture(text))
    setUndoable(false)
    if (!isName) return report.current('', 'typed')
    pause.current = window.setTimeout(() => report.current(drawn.toPng(), 'typed'), LIMITS.signaturePauseMs)
  }

  const leaveTyping = () => {
    window.clearTimeout(pause.current)
    if (part?.isName(typed)) report.current(drawing.current?.toPng() ?? '', 'typed')
    else if (typed.trim() !== '') setHint('fewLetters')
  }

  const clear = () => {
    empty()
    // Also with an empty value, to delete the signature kept on the server.
    onChange(name, '', null)
  }

  const undo = () => {
    if (undoable) drawing.current?.undo()
  }

  const covered = way === 'draw' && onPhone
  const acts = { touch, press, choose, begin, closeSheet, type, leaveTyping, clear, undo }
  return { way, part, typed, hint, undoable, covered, sheet, ...acts }
}
