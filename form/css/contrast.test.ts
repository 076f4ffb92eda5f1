import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')

type Palette = Record<string, string>

const paletteOf = (css: string): Palette =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )

const [lightCss = '', darkCss = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const light = paletteOf(lightCss)
const dark = { ...light, ...paletteOf(darkCss) }

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
  ['on-accent', 'accent', TEXT],
  ['danger', 'danger-ground', TEXT],
  ['field-line', 'surface', SHAPES],
  ['field-line', 'page', SHAPES],
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
