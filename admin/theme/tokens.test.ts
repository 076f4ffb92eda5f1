import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DARK, LIGHT, type Tokens } from './tokens.ts'

const SCHEMES = { light: LIGHT, dark: DARK }

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries(SCHEMES))('every ink of the %s scheme reads on every ground', (_name, t) => {
  for (const ink of [t.ink, t.muted, t.accent, t.danger, t.success, t.caution]) {
    for (const ground of [t.page, t.surface]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrast(t.onAccent, t.accent)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(t.control, t.surface)).toBeGreaterThanOrEqual(3)
})

test('the style sheet of the plain pages has the same colours', async () => {
  const css = await readFile('admin/theme/tokens.css', 'utf8')
  const [light = '', dark = ''] = css.split('@media')
  const declared = (block: string) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]))
  const kebab = (tokens: Tokens) =>
    Object.fromEntries(
      Object.entries(tokens).map(([name, value]) => [
        name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
        value,
      ]),
    )
  expect(declared(light)).toEqual(kebab(LIGHT))
  expect(declared(dark)).toEqual(kebab(DARK))
})
