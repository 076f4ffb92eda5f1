// @module-tag long
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { INPUTS } from '#domain/catalogue/index'
import { PHONE, startTyping } from './form-typing.fixture.ts'
import { field } from './form-visit.ts'

const { open } = await startTyping()

/** Far below the 1,500 elements of the page: a rule that watches the whole page makes each key restyle all of them. */
const MOST = 50

type TraceEvent = { name: string; args: { elementCount?: number } }

/** @returns the most elements that the browser restyled at once while something was done */
async function countRestyled(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser() satisfies Browser | null
  if (browser === null) throw new Error('The page has no browser')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await work()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const counts = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : [],
  )
  expect(traceEvents.map(({ name }) => name)).toContain('EventDispatch')
  // A select whose choice stays restyles nothing.
  return Math.max(0, ...counts)
}

test('a key restyles few elements in each kind of field', async () => {
  const page = await open(PHONE)
  const shown = await page
    .locator('form :is(input:not([type=radio]), textarea, select)[name]:visible')
    .evaluateAll((all) => all.map((control) => control.getAttribute('name') ?? ''))
  const kinds = new Map(shown.map((name) => [INPUTS.get(name)?.kind, name]))
  const restyled: [kind: string | undefined, count: number][] = []
  for (const [kind, name] of kinds) {
    await field(page, name).focus()
    await page.keyboard.press('1')
    const count = await countRestyled(page, async () => {
      await page.keyboard.press('2')
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    })
    restyled.push([kind, count])
  }
  expect(restyled.length, JSON.stringify(restyled)).toBeGreaterThan(10)
  expect(restyled.filter(([, count]) => count > 0).length, JSON.stringify(restyled)).toBeGreaterThan(8)
  expect(restyled.filter(([, count]) => count > MOST)).toEqual([])
})

test('autofill reads one section at a key, as each is a form of its own', async () => {
  const page = await open(PHONE)
  const sections = await page.locator('[data-section]').evaluateAll((all) =>
    all.flatMap((section) => {
      const controls = [...section.querySelectorAll<HTMLInputElement>('[name]')]
      const forms = new Set(controls.map(({ form }) => form))
      const strangers = [...forms].flatMap((form) =>
        [...(form?.elements ?? [])].filter((each) => !section.contains(each)),
      )
      return controls.length > 0 ? [{ forms: forms.size, strangers: strangers.length }] : []
    }),
  )
  expect(sections.length).toBeGreaterThan(3)
  expect(sections).toEqual(sections.map(() => ({ forms: 1, strangers: 0 })))
})
