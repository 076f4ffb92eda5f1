import { LIMITS } from '#domain/limits'
import { fitName, tidyName } from './signature-geometry.ts'
import type { Picture } from './signature-png.ts'

/** Faces like handwriting that machines have: Apple's, Windows', and what Android and Linux call cursive. */
const SCRIPT = "'Snell Roundhand', 'Segoe Script', 'Lucida Handwriting', cursive"
/** Those hardly know other alphabets than the Latin one, whereas Cyrillic and Greek italics are written letters. */
const ITALIC = "Georgia, 'Times New Roman', 'Noto Serif', serif"

const SIZE = LIMITS.signatureCanvas.height / 2

const fontFor = (name: string, size: number): string =>
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(name)
    ? `${size}px ${SCRIPT}`
    : `italic ${size}px ${ITALIC}`

/** A typed name, written on the sheet's line: in a script face, as large as it fits. */
export function namePicture(typed: string): Picture {
  const name = tidyName(typed)
  return (context) => {
    context.font = fontFor(name, SIZE)
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
    context.font = fontFor(name, size)
    context.fillText(name, x, y)
  }
}
