import { LIMITS } from '#domain/limits'
import { fitName, tidyName } from './signature-geometry.ts'
import type { Picture } from './signature-png.ts'

/** Script fonts of Apple, Windows and Android. */
const SCRIPT = "'Snell Roundhand', 'Segoe Script', 'Lucida Handwriting', cursive"
const ITALIC = "Georgia, 'Times New Roman', 'Noto Serif', serif"
/** Script fonts lack most other alphabets; Cyrillic and Greek italics look handwritten. */
const OTHER_ALPHABET = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

const SIZE = LIMITS.signatureCanvas.height / 2

export function namePicture(typed: string): Picture {
  const name = tidyName(typed)
  return (context) => {
    const fontAt = fontFor(context, name)
    context.font = fontAt(SIZE)
    context.textBaseline = 'alphabetic'
    context.fillStyle = '#000'
    const reach = context.measureText(name)
    const { size, x, y } = fitName(
      {
        left: reach.actualBoundingBoxLeft,
        right: reach.actualBoundingBoxRight,
        ascent: reach.actualBoundingBoxAscent,
        descent: reach.actualBoundingBoxDescent,
      },
      SIZE,
    )
    context.font = fontAt(size)
    context.fillText(name, x, y)
  }
}

function fontFor(context: CanvasRenderingContext2D, name: string): (size: number) => string {
  const script = (size: number) => `${size}px ${SCRIPT}`
  const italic = (size: number) => `italic ${size}px ${ITALIC}`
  return OTHER_ALPHABET.test(name) || isPlain(context, script(SIZE), name) ? italic : script
}

/** Browsers fall back to a plain font silently; equal widths reveal it. */
function isPlain(context: CanvasRenderingContext2D, font: string, name: string): boolean {
  context.font = `${SIZE}px serif`
  const { width } = context.measureText(name)
  context.font = font
  return context.measureText(name).width === width
}
