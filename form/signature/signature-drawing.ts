import Pad, { type PointGroup } from 'signature_pad'
import { LIMITS } from '#domain/limits'
import { isSignature } from './signature-geometry.ts'
import { finished, PAPER_AND_INK, paint, penAt, scaled, toPng, type Picture } from './signature-png.ts'
import { ignorePalm } from './signature-palm.ts'

const { width } = LIMITS.signatureCanvas

/** Each move of the pointer is a point, unless it is as good as none: a slow hand's loops stay round. */
const PEN = { ...PAPER_AND_INK, ...penAt(1), throttle: 0, minDistance: 2 }

type SignatureEvents = { onBegin: () => void; onEnd: () => void }

/**
 * What is on the sheet of a signature: strokes or a typed name. It is kept in the sheet's units and drawn again on
 * whatever the screen makes of the canvas, so that nothing is lost by a resize, a rotation, another density, a while
 * in hiding or in the background.
 */
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

  /** `onBegin` comes before the first point of a stroke, `onEnd` when what is on the sheet has changed by hand. */
  constructor(canvas: HTMLCanvasElement, events: SignatureEvents) {
    this.#canvas = canvas
    this.#events = events
    const { signal } = this.#listening
    // Hears of a touch before the pad does, so that it can keep a palm from it.
    ignorePalm(canvas, () => this.#drop(), signal)
    this.#pad = new Pad(canvas, PEN)
    this.#pad.addEventListener('beginStroke', this.#begun)
    this.#pad.addEventListener('endStroke', this.#ended)
    this.#watcher = new ResizeObserver(this.#fit)
    this.#watcher.observe(canvas)
    // Zooming or another screen changes the density without changing the size.
    window.addEventListener('resize', this.#fit, { signal })
    // Whoever leaves in the middle of a stroke may lift the finger elsewhere.
    window.addEventListener('blur', this.finish, { signal })
    document.addEventListener('visibilitychange', this.#shownOrHidden, { signal })
    // A long press or the second button would offer to save the picture, and end the stroke without a word.
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    canvas.addEventListener('contextrestored', () => this.#draw(this.#strokes()), { signal })
    this.#fit()
  }

  /** Whether anything is there, and whether it comes to a signature. */
  get state(): 'empty' | 'dot' | 'signature' {
    const strokes = this.#strokes()
    if (strokes.length === 0) return 'empty'
    return isSignature(strokes.map((stroke) => stroke.points)) ? 'signature' : 'dot'
  }

  get undoable(): boolean {
    return this.#pad.toData().length > 0 || this.#cleared.length > 0
  }

  toPng(): string {
    return toPng(this.#strokes(), this.#name)
  }

  /** Puts a typed name on the sheet in place of all that is there, or takes it away. */
  write(name: Picture | null): void {
    this.#name = name
    this.#cleared = []
    this.#draw([])
  }

  clear(): void {
    this.finish()
    this.#cleared = this.#strokes()
    this.#name = null
    this.#draw([])
  }

  /** Takes the last stroke back; after `clear`, takes that back. */
  undo(): void {
    const strokes = this.#strokes()
    this.#draw(strokes.length > 0 ? strokes.slice(0, -1) : this.#cleared)
    this.#cleared = []
    this.#events.onEnd()
  }

  /** Ends a stroke that is under way as if the pen were lifted. */
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
      // Not by the pad, which would forget whose stroke begins.
      const context = this.#canvas.getContext('2d')
      if (context) context.fillStyle = PAPER_AND_INK.backgroundColor
      context?.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
    }
    this.#events.onBegin()
  }

  readonly #ended = (): void => {
    this.#drawing = false
    const strokes = this.#strokes()
    this.#draw(strokes.map((stroke, index) => (index === strokes.length - 1 ? finished(stroke) : stroke)))
    this.#events.onEnd()
  }

  /** Forgets the stroke under way: it was the hand, not the pen. */
  #drop(): void {
    if (!this.#drawing) return
    this.#release()
    this.#drawing = false
    this.#draw(this.#strokes().slice(0, -1))
  }

  /** The pad stays with a pointer until it is lifted; nothing else makes it let go. */
  #release(): void {
    this.#pad.off()
    this.#pad.on()
  }

  readonly #shownOrHidden = (): void => {
    if (document.hidden) this.finish()
    // Some phones drop the pixels of a page in the background.
    else this.#draw(this.#strokes())
  }

  readonly #fit = (): void => {
    const shownWidth = this.#canvas.clientWidth
    const density = Math.max(window.devicePixelRatio || 1, 1)
    const [pixelWidth, pixelHeight] = [shownWidth, this.#canvas.clientHeight].map((side) =>
      Math.round(side * density),
    )
    // Hidden, or nothing changed: resizing would only wipe it.
    if (!shownWidth || !pixelWidth || !pixelHeight) return
    const scale = shownWidth / width
    const { width: before, height: beforeHeight } = this.#canvas
    if (before === pixelWidth && beforeHeight === pixelHeight && this.#scale === scale) return
    // The canvas moves away under the finger: what it draws from here on would be elsewhere.
    this.finish()
    const strokes = this.#strokes()
    this.#scale = scale
    this.#density = density
    this.#canvas.width = pixelWidth
    this.#canvas.height = pixelHeight
    this.#draw(strokes)
  }

  #strokes(): PointGroup[] {
    return scaled(this.#pad.toData(), 1 / this.#scale)
  }

  #draw(strokes: readonly PointGroup[]): void {
    const context = this.#canvas.getContext('2d')
    context?.setTransform(this.#density, 0, 0, this.#density, 0, 0)
    this.#pad.clear()
    paint(context, this.#name, this.#scale)
    this.#pad.fromData(scaled(strokes, this.#scale), { clear: false })
  }
}
