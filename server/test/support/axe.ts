import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Half as long as the module's own text, which each page has to be sent. */
const SOURCE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0, 2.1 and 2.2 at A and AA, and what axe holds to be good practice beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

type Only = { type: 'tag' | 'rule'; values: string[] }

const runOf = (runOnly: Only): string =>
  `axe.run(document, ${JSON.stringify({
    runOnly,
    // Off by itself in axe; every control of the form is held to 24 px here.
    rules: { 'target-size': { enabled: runOnly.type === 'tag' } },
    resultTypes: ['violations'],
    // The style sheets, which it would parse anew each time, are for experimental rules, which are off.
    preload: { assets: ['media'] },
  })}).then(({ violations }) => violations)`

const ALL = runOf({ type: 'tag', values: TAGS })

/** The rules to which colours matter. */
const CONTRAST = runOf({ type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

/** What is still fading in has colours that nobody gets to read. What moves for ever is left to it. */
const FADED_IN = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished))`

/**
 * What axe has to say against the page, or a frame of it, as it stands: a line for each element, none when all is well.
 * It is evaluated through the browser's debugger, so the page's policy does not keep it out.
 */
export const axeViolations = (page: Page | Frame): Promise<string[]> => violationsOf(page, ALL)

/** What it has to say against the colours alone. */
const contrastViolations = (page: Page): Promise<string[]> => violationsOf(page, CONTRAST)

/**
 * Each scheme with what to look for in it, for a walk over several screens: turning a page takes longer than looking at
 * it. The dark one is looked at for its colours.
 */
export const SCHEMES = [
  ['light', axeViolations],
  ['dark', contrastViolations],
] as const

/** The same for a page that is light, with its colours looked at in the dark as well; it is light again afterwards. */
export async function axeViolationsInBothSchemes(page: Page): Promise<string[]> {
  const light = await violationsOf(page, ALL)
  await turn(page, 'dark')
  const dark = await contrastViolations(page)
  await turn(page, 'light')
  return [...light, ...dark.map((line) => `in the dark: ${line}`)]
}

/** Has the page dark or light: its background by its style sheet, and its texts once React has drawn them anew. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect.poll(() => page.evaluate<string>(SCHEME)).toBe(colorScheme)
}

/** Light, dark, or that paper and some ink are of two schemes. All are shades of grey. */
const SCHEME = `(() => {
  const isBright = (colour) => Number(/\\d+/.exec(colour)?.[0] ?? 255) > 128
  const texts = [document.body, ...document.querySelectorAll('h1, .MuiInputBase-root')]
  const paper = isBright(getComputedStyle(document.body).backgroundColor)
  if (texts.some((text) => isBright(getComputedStyle(text).color) === paper)) return 'turning'
  return paper ? 'light' : 'dark'
})()`

async function violationsOf(page: Page | Frame, run: string): Promise<string[]> {
  await page.evaluate(FADED_IN)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(SOURCE)
  const violations = await page.evaluate<Result[]>(run)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...reasons] = failureSummary.split('\n').map((line) => line.trim())
      return `${id}: ${help} (${target.join(' ')}: ${reasons.join('; ')})`
    }),
  )
}
