import Pad, { type PointGroup } from 'signature_pad'
import { LIMITS } from '#domain/limits'
import { isSignature, scaled } from './signature-geometry.ts'
import { finished, paint, PAPER_AND_INK, penAt, type Picture, toPng } from './signature-png.ts'

const { width } = LIMITS.signatureCanvas

/** Keeps nearly every pointer move; fewer points make slow loops angular. */
const PEN = { ...PAPER_AND_INK, ...penAt(1), throttle: 0, minDistance: 2 }

type SignatureEvents = { onBegin: () => void; onEnd: () => void }

/** Strokes or a typed name in canvas units, redrawn whenever the canvas is resized or loses its pixels. */
export class SignatureDrawing {
  readonly #canvas: HTMLCanvasElement
  readonly #events: SignatureEvents
  readonly #pad: Pad
  readonly #watcher: ResizeObserver
  readonly #listening = new AbortController()
  #scale = 1
  #density = 1
  #drawing = false
  #name: Picture | null = null
  #cleared: PointGroup[] = []

  /** `onBegin` runs before a stroke's first point, `onEnd` after a change by hand. */
  constructor(canvas: HTMLCanvasElement, events: SignatureEvents) {
    this.#canvas = canvas
    this.#events = events
    const { signal } = this.#listening
    // Registers before the pad does, so that it can reject a palm.
    ignorePalm(canvas, () => this.#drop(), signal)
    this.#pad = new Pad(canvas, PEN)
    this.#pad.addEventListener('beginStroke', this.#begun)
    this.#pad.addEventListener('endStroke', this.#ended)
    this.#watcher = new ResizeObserver(this.#fit)
    this.#watcher.observe(canvas)
    // Zooming or moving to another screen changes the pixel density but not the size.
    window.addEventListener('resize', this.#fit, { signal })
    // The pointer may be released outside the window.
    window.addEventListener('blur', this.finish, { signal })
    document.addEventListener('visibilitychange', this.#shownOrHidden, { signal })
    // A long press would open the image menu and end the stroke.
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    canvas.addEventListener('contextrestored', () => this.#draw(this.strokes), { signal })
    this.#fit()
  }

  get state(): 'empty' | 'dot' | 'signature' {
    const { strokes } = this
    if (strokes.length === 0) return 'empty'
    return isSignature(strokes.map((stroke) => stroke.points)) ? 'signature' : 'dot'
  }

  get undoable(): boolean {
    return this.#pad.toData().length > 0 || this.#cleared.length > 0
  }

  /** In canvas units. */
  get strokes(): PointGroup[] {
    return scaled(this.#pad.toData(), 1 / this.#scale)
  }

  replace(strokes: readonly PointGroup[]): void {
    this.#name = null
    this.#cleared = []
    this.#draw(strokes)
    this.#events.onEnd()
  }

  toPng(): string {
    return toPng(this.strokes, this.#name)
  }

  write(name: Picture | null): void {
    this.#name = name
    this.#cleared = []
    this.#draw([])
  }

  clear(): void {
    this.finish()
    this.#cleared = this.strokes
    this.#name = null
    this.#draw([])
  }

  undo(): void {
    const { strokes } = this
    this.#draw(strokes.length > 0 ? strokes.slice(0, -1) : this.#cleared)
    this.#cleared = []
    this.#events.onEnd()
  }

  readonly finish = (): void => {
    if (!this.#drawing) return
    this.#release()
    this.#ended()
  }

  stop(): void {
    this.finish()
    this.#watcher.disconnect()
    this.#listening.abort()
    this.#pad.off()
  }

  readonly #begun = (): void => {
    this.#drawing = true
    this.#cleared = []
    if (this.#name) {
      this.#name = null
      // The pad would forget which pointer began the stroke.
      const context = this.#canvas.getContext('2d')
      if (context) context.fillStyle = PAPER_AND_INK.backgroundColor
      context?.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
    }
    this.#events.onBegin()
  }

  readonly #ended = (): void => {
    this.#drawing = false
    const { strokes } = this
    this.#draw(strokes.map((stroke, index) => (index === strokes.length - 1 ? finished(stroke) : stroke)))
    this.#events.onEnd()
  }

  #drop(): void {
    if (!this.#drawing) return
    this.#release()
    this.#drawing = false
    this.#draw(this.strokes.slice(0, -1))
  }

  /** The pad follows a pointer until it is lifted, unless restarted. */
  #release(): void {
    this.#pad.off()
    this.#pad.on()
  }

  readonly #shownOrHidden = (): void => {
    if (document.hidden) this.finish()
    // Some phones discard the pixels of a page in the background.
    else this.#draw(this.strokes)
  }

  readonly #fit = (): void => {
    const shownWidth = this.#canvas.clientWidth
    const density = Math.max(window.devicePixelRatio || 1, 1)
    const shownHeight = this.#canvas.clientHeight
    const [pixelWidth, pixelHeight] = [shownWidth, shownHeight].map((side) => Math.round(side * density))
    // Hidden or unchanged: resizing would only clear the canvas.
    if (!shownWidth || !pixelWidth || !pixelHeight) return
    const scale = shownWidth / width
    const { width: before, height: beforeHeight } = this.#canvas
    if (before === pixelWidth && beforeHeight === pixelHeight && this.#scale === scale) return
    // The canvas moves under the finger, which would continue elsewhere.
    this.finish()
    const { strokes } = this
    this.#scale = scale
    this.#density = density
    this.#canvas.width = pixelWidth
    this.#canvas.height = pixelHeight
    this.#draw(strokes)
  }

  #draw(strokes: readonly PointGroup[]): void {
    const context = this.#canvas.getContext('2d')
    context?.setTransform(this.#density, 0, 0, this.#density, 0, 0)
    this.#pad.clear()
    paint(context, this.#name, this.#scale)
    this.#pad.fromData(scaled(strokes, this.#scale), { clear: false })
  }
}

/**
 * Ignores touches soon after a pen, and discards a touch's stroke when a pen comes down. iPads do this
 * themselves; other tablets don't.
 */
function ignorePalm(canvas: HTMLCanvasElement, dropStroke: () => void, signal: AbortSignal): void {
  let penSeen = -Infinity
  let touching = false

  const begin = (event: PointerEvent) => {
    const { pointerType, timeStamp } = event
    if (pointerType === 'pen' && touching) dropStroke()
    if (pointerType === 'pen') penSeen = timeStamp
    touching = pointerType === 'touch'
    if (touching && timeStamp - penSeen < LIMITS.signaturePalmMs) event.stopImmediatePropagation()
  }
  const hover = ({ pointerType, timeStamp }: PointerEvent) => {
    if (pointerType === 'pen') penSeen = timeStamp
  }
  canvas.addEventListener('pointerdown', begin, { capture: true, signal })
  canvas.addEventListener('pointermove', hover, { signal })
}
