import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

type Palette = Record<string, string>

const paletteOf = (css: string): Palette =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )

/** Of the words on the signature's paper, in both themes. */
const PAPER_INK = '#1d4fd7'

/** Colours that stand in no token: the signature's paper, and what a button is mixed to. */
const withMixed = (palette: Palette): Palette => ({
  ...palette,
  paper: '#ffffff',
  'paper-ink': PAPER_INK,
  'accent 88%': mixed(palette.accent, palette.ink, 0.88),
  'accent 75%': mixed(palette.accent, palette.ink, 0.75),
})

/** `color-mix(in srgb, one share, other)` */
function mixed(one = '', other = '', share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((hex) => parseInt(hex.slice(at, at + 2), 16))
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share))
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const [lightCss = '', darkCss = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const light = withMixed(paletteOf(lightCss))
const dark = withMixed({ ...paletteOf(lightCss), ...paletteOf(darkCss) })

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const TEXT = 4.5
const SHAPES = 3
const PAIRS: [ink: string, ground: string, least: number][] = [
  ...['ink', 'muted', 'accent', 'danger', 'success', 'caution'].flatMap((ink) =>
    ['page', 'surface', 'hover'].map((ground): [string, string, number] => [ink, ground, TEXT]),
  ),
  ...['accent', 'accent 88%', 'accent 75%'].map((ground): [string, string, number] => [
    'on-accent',
    ground,
    TEXT,
  ]),
  ['danger', 'danger-ground', TEXT],
  ['paper-ink', 'paper', TEXT],
  // Lines of fields, choices and the signature's sheet; rings of focus and mistakes; the bar of progress.
  ...['surface', 'page', 'hover', 'paper'].map((ground): [string, string, number] => [
    'field-line',
    ground,
    SHAPES,
  ]),
  ...['surface', 'page', 'hover'].flatMap((ground): [string, string, number][] => [
    ['accent', ground, SHAPES],
    ['danger', ground, SHAPES],
  ]),
  ['accent', 'line', SHAPES],
  // Dots of the steps, which lie on the menu's ground.
  ['surface', 'success', SHAPES],
  ['surface', 'danger', SHAPES],
]

test.each([
  ['light', light],
  ['dark', dark],
])('every ink can be read on its ground: %s', (_scheme, palette) => {
  const weak = PAIRS.filter(
    ([ink, ground, least]) => !(contrast(palette[ink] ?? '', palette[ground] ?? '') >= least),
  )
  expect(weak).toEqual([])
})

test('no style has an ink or a ground that is not measured', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css'))
  // On paper all is black on white, and the system's own colours are its own.
  const css = files
    .filter((name) => !['tokens.css', 'print.css', 'forced-colors.css'].includes(name))
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const used = (property: string) =>
    [...css.matchAll(new RegExp(`\\b(?<!-)${property}: ([^;]+);`, 'g'))].map(([, value = '']) => value)
  const measured = (at: 0 | 1) =>
    new Set(
      PAIRS.map((pair) =>
        pair[at]
          .replace(/^([\w-]+)$/, 'var(--$1)')
          .replace('var(--paper)', '#fff')
          .replace('var(--paper-ink)', PAPER_INK),
      ),
    )

  const inks = used('color').filter((ink) => !measured(0).has(ink) && !NO_COLOUR.test(ink))
  expect(inks).toEqual([])
  const grounds = used('background(?:-color)?')
    .map((ground) => ground.replace(/^color-mix\(in srgb, var\(--(\w+)\) (\d+%), var\(--ink\)\)$/, '$1 $2'))
    .filter((ground) => !measured(1).has(ground) && !NO_COLOUR.test(ground))
  expect(grounds).toEqual([])
})

/** Nothing drawn, what is inherited, the bar's own colour, and veils and pictures no text lies on. */
const NO_COLOUR =
  /^(none|transparent|inherit|currentcolor|var\(--accent\)|rgb\(.*|.*gradient\([^]*|Highlight|HighlightText)$/
