import { describe, expect, test } from 'vitest'
import { LIMITS } from '#domain/limits'
import { BASELINE, fitName, isName, isSignature, tidyName, type SheetPoint } from './signature-geometry.ts'

const { width, height } = LIMITS.signatureCanvas
const line = (from: SheetPoint, to: SheetPoint, steps = 10): SheetPoint[] =>
  Array.from({ length: steps + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  }))

describe('what strokes come to', () => {
  const dot = [{ x: 50, y: 50 }]
  const wiggle = Array.from({ length: 40 }, (_, step) => ({ x: 50 + (step % 2) * 6, y: 50 + (step % 3) * 3 }))

  test.each([
    ['nothing', []],
    ['a dot', [dot]],
    ['many taps on one spot', Array.from({ length: 30 }, () => dot)],
    ['taps far apart, which have no ink between them', [dot, [{ x: 350, y: 20 }]]],
    ['a wiggle on the spot, however long', [wiggle]],
    ['a short dash', [line({ x: 10, y: 10 }, { x: 45, y: 10 })]],
    ['a line beside the sheet', [line({ x: 100, y: -10 }, { x: 100, y: -200 })]],
  ])('%s is no signature', (_, strokes) => expect(isSignature(strokes)).toBe(false))

  test.each([
    ['one stroke', [line({ x: 40, y: 40 }, { x: 140, y: 60 })]],
    [
      'a cross of two short strokes',
      [line({ x: 50, y: 50 }, { x: 74, y: 74 }), line({ x: 74, y: 50 }, { x: 50, y: 74 })],
    ],
    ['a stroke that leaves the sheet', [line({ x: 200, y: 100 }, { x: 200, y: -50 })]],
  ])('%s is one', (_, strokes) => expect(isSignature(strokes)).toBe(true))
})

test.each(['Ann Lee', 'Ян', 'Zoë', '李雷', '  J.R. '])('%j is a name', (typed) =>
  expect(isName(typed)).toBe(true),
)
test.each(['', ' ', 'J', '...', 'J.', '12 34', '–-—'])('%j is none', (typed) =>
  expect(isName(typed)).toBe(false),
)

test('a name is drawn without superfluous blanks', () => {
  expect(tidyName('  Ann \t Mary   Lee ')).toBe('Ann Mary Lee')
})

describe('where a name stands', () => {
  test('a short one at full size, in the middle, on the line', () => {
    const placed = fitName({ left: 4, right: 104, ascent: 40, descent: 12 }, 56)
    expect(placed).toEqual({ size: 56, x: 150, y: BASELINE })
  })

  test.each([
    ['long', { left: 2, right: 2400, ascent: 40, descent: 12 }],
    ['tall', { left: 0, right: 90, ascent: 400, descent: 12 }],
    ['deep', { left: 0, right: 90, ascent: 40, descent: 300 }],
    ['none', { left: 0, right: 0, ascent: 0, descent: 0 }],
  ])('a %s one within the sheet', (_, reach) => {
    const { size, x, y } = fitName(reach, 56)
    const shrink = size / 56
    expect(shrink).toBeGreaterThan(0)
    expect(x - reach.left * shrink).toBeGreaterThanOrEqual(0)
    expect(x + reach.right * shrink).toBeLessThanOrEqual(width)
    expect(y - reach.ascent * shrink).toBeGreaterThanOrEqual(0)
    expect(y + reach.descent * shrink).toBeLessThanOrEqual(height)
  })
})
