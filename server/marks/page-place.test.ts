import { describe, expect, it } from 'vitest'
import { placeAtEdge, shownBox, unbalancedStates } from './page-place.ts'

describe('the shown part of a page', () => {
  it('is where crop box and paper overlap, whichever corners are given', () => {
    expect(shownBox([612, 792, 0, 0], null)).toEqual([0, 0, 612, 792])
    expect(shownBox([0, 0, 612, 792], [700, 40, -10, 500])).toEqual([0, 40, 612, 500])
    expect(shownBox([0, 0, 612, 792], [700, 800, 900, 900])).toEqual([0, 0, 612, 792])
  })
})

describe('the place of the line', () => {
  it.each([0, 90, 180, 270])('is inside the page, turned by %i degrees', (rotation) => {
    const [a, b, c, d, x, y] = placeAtEdge([100, 50, 712, 842], rotation, 300)
    for (const [across, up] of [
      [0, 0],
      [300, 13],
    ] as const)
      // prettier-ignore
      expect([x + a * across + c * up, y + b * across + d * up]).toEqual([
        expect.toSatisfy((at: number) => at > 100 && at < 712),
        expect.toSatisfy((at: number) => at > 50 && at < 842),
      ])
    // Upright as people see it: turning the page turns the line back.
    const angle = (Math.atan2(b, a) * 180) / Math.PI
    expect((Math.round(angle) - rotation) % 360).toBeCloseTo(0)
  })

  it('fits small and narrow pages', () => {
    const [scale] = placeAtEdge([0, 0, 60, 400], 0, 300)
    expect(scale * 300).toBeLessThan(60)
  })
})

describe('graphics states', () => {
  it.each([
    ['q 1 0 0 1 0 0 cm Q', 0, 0],
    ['q q Q', 1, 0],
    ['Q q', 1, 1],
    ['(q \\) q (Q) ) Tj q % q\nQ', 0, 0],
    ['/q gs <71> Tj [(Q)] TJ', 0, 0],
    ['q BI /W 1 ID q Q q Q EI Q', 0, 0],
    ['(never closed q', 0, 0],
    ['BI ID q', 0, 0],
  ])('of %j', (content, open, excess) => {
    expect(unbalancedStates(content)).toEqual({ open, excess })
  })

  it('are counted in megabytes of hostile content', () => {
    const began = performance.now()
    unbalancedStates('('.repeat(2_000_000))
    unbalancedStates('< '.repeat(500_000))
    unbalancedStates('BI ID '.repeat(500_000))
    expect(performance.now() - began).toBeLessThan(60_000)
  })
})
