import axe, { type AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** WCAG 2.0, 2.1 and 2.2 at A and AA, and what axe holds to be good practice beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

const RUN = `axe.run(document, ${JSON.stringify({
  runOnly: { type: 'tag', values: TAGS },
  // Off by itself in axe; every control of the form is held to 24 px here.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
})})`

/** What is still fading in has colours that nobody gets to read. What moves for ever is left to it. */
const FADED_IN = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished))`

/**
 * What axe has to say against the page, or a frame of it, as it stands: a line for each element, none when all is well.
 * It is evaluated through the browser's debugger, so the page's policy does not keep it out.
 */
export async function axeViolations(page: Page | Frame): Promise<string[]> {
  await page.evaluate(FADED_IN)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(RUN)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...reasons] = failureSummary.split('\n').map((line) => line.trim())
      return `${id}: ${help} (${target.join(' ')}: ${reasons.join('; ')})`
    }),
  )
}
