import { expect, it } from 'vitest'
import { normalized, streamSafe } from './stream-safe.ts'

const marks = (count: number) => '\u0301\u0316'.repeat(count / 2)

it('keeps the first 30 of a run of combining marks', () => {
  expect(streamSafe(`a${marks(30)}b`)).toBe(`a${marks(30)}b`)
  expect(streamSafe(`a${marks(32)}b`)).toBe(`a${marks(30)}b`)
  expect(streamSafe(`${marks(1000)}b${marks(1000)}`)).toBe(`${marks(30)}b${marks(30)}`)
})

it.each(['Ångström', 'é', 'ﾊﾞ', 'नमस्ते', 'שָׁלוֹם', '👩‍👩‍👧', 'Z̡̛͇̤', ''])('leaves %s as it is', (text) => {
  expect(streamSafe(text)).toBe(text)
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
    expect(normalized(text, form)).toBe(text.normalize(form))
})

it.each(['\u0316\u0301', '\uff9e\u0345'])('normalises 200,000 of %j without sorting them all', (unit) => {
  expect(normalized(`a${unit.repeat(200_000)}`, 'NFKC').length).toBeLessThanOrEqual(31)
})
