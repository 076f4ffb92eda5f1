import { expect, it } from 'vitest'
import { CONTENT_WIDTH } from '../geometry.ts'
import { Sheet } from './page.ts'
import { setText, STYLES } from './typeset.ts'

const marks = (count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, i) => 0x300 + (i % 20)))
const repeated = (unit: string) => (length: number) => unit.repeat(length / unit.length)

/** How many characters are measured to set a text. */
function measured(text: string): number {
  const { document } = new Sheet({ Title: '', Author: '', Subject: '', CreationDate: new Date(0) })
  const measure = document.widthOfString.bind(document)
  let characters = 0
  document.widthOfString = (part, options) => {
    characters += part.length
    return measure(part, options)
  }
  setText(document, text, STYLES.text, CONTENT_WIDTH)
  return characters
}

it.each<[string, (length: number) => string]>([
  ['marks on one letter', (length) => `a${marks(length)}`],
  ['letters, then marks', (length) => `${'x'.repeat(60)}${marks(length)}`],
  ['thirty marks on each letter', repeated(`ж${marks(30)}\u200d`)],
  ['letters without a space', repeated('Щ')],
  ['Latin letters without a space', repeated('WA')],
  ['Arabic without a space', repeated('العربية')],
  ['Hebrew with points', repeated('מ\u05b0\u05bc')],
  ['emoji', repeated('👩‍👩‍👧‍👦')],
  ['words', repeated('слово ')],
])('measures in proportion to the length of %s', (_what, textOf) => {
  const text = textOf(10_080)
  expect(measured(text)).toBeLessThan(5 * text.length)
})

it('breaks no line between a letter and its marks', () => {
  const { document } = new Sheet({ Title: '', Author: '', Subject: '', CreationDate: new Date(0) })
  const { lines } = setText(document, `ж\u0301\u0323`.repeat(400), STYLES.text, CONTENT_WIDTH)
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((line) => !line.startsWith('ж'))).toEqual([])
})

it('keeps lines within their width where kerning widens them', () => {
  const { document } = new Sheet({ Title: '', Author: '', Subject: '', CreationDate: new Date(0) })
  for (const unit of ['rv', 'AV', 'y.', 'Ж«', 'f\u2019', 'ffi', 'لا']) {
    const { lines, face, style } = setText(document, unit.repeat(300), STYLES.text, CONTENT_WIDTH)
    document.font(face, style.size)
    for (const line of lines) expect(document.widthOfString(line)).toBeLessThanOrEqual(CONTENT_WIDTH)
    expect(lines.join('')).toHaveLength(unit.length * 300)
  }
})
