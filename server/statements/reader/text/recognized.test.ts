import { expect, it } from 'vitest'
import { mendSlashes, toRecognizedLines } from './recognized.ts'

const HEIGHT = 20

/** A recognized line, each word 10 pixels a letter wide. */
function read(...texts: string[]) {
  let x0 = 0
  const baseline = { x0: 0, y0: 100, x1: 1000, y1: 100 }
  const words = texts.map((text) => {
    const box = { x0, y0: 100 - HEIGHT, x1: x0 + 10 * text.length, y1: 100 }
    x0 = box.x1 + 10
    return { text, confidence: 90, box, baseline }
  })
  const [line] = toRecognizedLines(1, words, { width: 1000, scale: 1 })
  return line?.words.map(({ text, x0: from, x1: to }) => [text, from, to])
}

it('joins the name of a month that is recognized in two', () => {
  expect(read('J', 'une', '30')?.map(([text]) => text)).toEqual(['June', '30'])
})

it('parts an amount from the figure that follows it without a space', () => {
  expect(read('-2,562.351174')).toEqual([
    ['-2,562.35', 0, 90],
    ['1174', 90, 130],
  ])
})

it.each([
  ['-1,72458', '-1,724.58'],
  ['$12,345,67890', '$12,345,678.90'],
  ['(1,273:35)', '(1,273.35)'],
  ['12:35', '12:35'],
  ['1.234,56', '1,234.56'],
  ['1,234.56', '1,234.56'],
  ['12345', '12345'],
])('mends %s to %s', (text, mended) => {
  expect(read(text)?.map(([word]) => word)).toEqual([mended])
})

it('puts the slash back into dates of a column, and nowhere else', () => {
  const dates = ['3/3', '3/14', '33', '3/5', '3/28', '315', '42', '1361']
  const lines = dates.map((text, n) => {
    const word = { text, second: text, x0: 40, x1: 60, y: 10 * n, size: 8, font: '' }
    return { page: 1, n, y: 10 * n, words: [word, { ...word, text: '33', x0: 90 }] }
  })
  const mended = mendSlashes(lines).map(({ words }) => words.map(({ text }) => text))
  expect(mended.map(([text]) => text)).toEqual(['3/3', '3/14', '3/3', '3/5', '3/28', '3/15', '42', '1361'])
  expect(mended.every(([, beside]) => beside === '33')).toBe(true)
})
