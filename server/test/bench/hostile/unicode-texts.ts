import { LIMITS } from '#domain/limits'

const LENGTH = LIMITS.longTextLength

/** The unit repeated up to the length of a free-text answer, never cut within a unit. */
const filled = (unit: string, start = ''): string =>
  start + unit.repeat(Math.floor((LENGTH - start.length) / unit.length))

const marksFrom = (first: number, count: number, kinds: number): string =>
  String.fromCharCode(...Array.from({ length: count }, (_, i) => first + (i % kinds)))

const above = (count: number) => marksFrom(0x300, count, 20)

/** Answers within the length limits that are hard to lay out. */
export const HOSTILE_TEXTS: readonly string[] = [
  `${'x'.repeat(60)}${above(940)}`,
  `${above(940)}${'x'.repeat(60)}`,
  `a${above(999)}`,
  `a${'\u0301'.repeat(999)}`,
  `ж${'\u0301\u0316'.repeat(499)}`,
  `a${'\u0301'.repeat(499)}${'\u0316'.repeat(499)}`,
  filled(`a${above(31)}`),
  filled(`a${above(30)} `),
  filled(`a${above(60)}\u200d`),
  `a${'\u0344'.repeat(999)}`,
  filled('\u200d'),
  filled('a\u200d'),
  filled('👩‍👩‍👧‍👦'),
  filled('👩🏽‍🚀\ufe0f'),
  filled('🇺🇸'),
  filled('❤\ufe0f\u20e3'),
  filled('a\ufe0f'),
  filled('العربية'),
  filled('\u0628\u064b\u0651\u0650'),
  filled('\u202eמ\u05b0\u05bc\u05c1'),
  filled('\u202a\u202b\u2066\u2067'),
  filled('\u1100\u1161\u11a8'),
  filled('क्ष्'),
  filled('กำ้'),
  filled('\u07ca\u07eb'),
  filled('ﷺ'),
  filled('ffi'),
  filled('Ж'),
  filled('W\n'),
  filled('\u2028\u00a0'),
]

/** An authorization text whose one word is 2,500 marks. */
export const HOSTILE_AUTHORIZATION = `AUTHORIZATION\nI agree a${above(2500)} to all`
