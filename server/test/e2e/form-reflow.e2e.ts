// @module-tag long
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeCompany, makeLink } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import {
  DESKTOP,
  enter,
  fillIn,
  formBrowser,
  giveConsent,
  PHONE,
  reach,
  ready,
  requiredAnswers,
  showAllOnPhones,
  submitButton,
  visit,
} from './form-visit.ts'
import { inEach, LONG, walk } from './form-reflow.fixture.ts'
import { layoutFaultsSpacedOutToo, smallTargets } from './layout-faults.ts'

/** The form at other sizes, spacings, colours and without motion: all of it can be read and hit. */

const server = await startTestServer()
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff Capital Partners International LLC'
let slug: string
const browser = formBrowser()
beforeAll(async () => {
  const company = await makeCompany(server.services, { nameIn: LONG_NAME, nameOut: LONG_NAME })
  await showAllOnPhones(server.services)
  ;({ slug } = await makeLink(server.services, company.id))
})

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button]'

const DEVICES = [
  {
    what: 'a window at 200 %, at 400 % and where two columns are at their narrowest',
    screen: {},
    sizes: [
      { width: 640, height: 450 },
      { width: 320, height: 256 },
      { width: 720, height: 900 },
    ],
    aimed: DESKTOP.viewport,
  },
  {
    what: 'a phone',
    screen: PHONE,
    sizes: [{ width: 390, height: 844 }],
    aimed: { width: 390, height: 844 },
  },
]

test.each(DEVICES)(
  'nothing is cut, overlaps or scrolls sideways, with text spaced out as well, and targets are at least 44 px, links within sentences aside, in each language: $what',
  async ({ screen, sizes, aimed }) => {
    const path = `/form/${slug}?lang=en`
    const page = await visit(browser(), server.url, { ...screen, viewport: sizes[0], path })
    const faults: string[] = []
    const look = (state: string) =>
      inEach(page, async (language) => {
        for (const size of [...sizes.slice(1), ...sizes.slice(0, 1)]) {
          await page.setViewportSize(size)
          const at = `${language}, ${state}, ${size.width} px wide`
          faults.push(...(await layoutFaultsSpacedOutToo(page)).map((fault) => `${at}: ${fault}`))
        }
      })
    await walk(page, async (state) => {
      await look(state)
      await page.setViewportSize(aimed)
      // What can be taken over from another answer is offered where there is none.
      await enter(page, [
        ['cellPhone', ''],
        ['signer1Name', ''],
      ])
      await inEach(page, async (language) =>
        faults.push(
          ...(await smallTargets(page, CONTROLS, 44)).map((each) => `${language}, ${state}: ${each}`),
        ),
      )
      await page.setViewportSize(sizes[0] ?? aimed)
    })
    expect(faults).toEqual([])
  },
)

test('with the system’s own few colours each state still shows', async () => {
  const page = await visit(browser(), server.url, { ...DESKTOP, forcedColors: 'active', colorScheme: 'dark' })
  await ready(page)
  await submitButton(page).click()
  await page.locator('.summary').waitFor()
  await (await reach(page.locator('[name=legalName]'))).fill('Café Ñandú LLC')
  const style = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, pseudo) => {
        const { borderStyle, borderTopWidth, backgroundColor, color, textDecorationLine } = getComputedStyle(
          element,
          pseudo,
        )
        return { borderStyle, borderTopWidth, backgroundColor, color, textDecorationLine }
      }, pseudo)
  const right = await style('[name=legalName]')
  const wrong = await style('[name=city]')
  expect(wrong.borderStyle).not.toBe(right.borderStyle)
  const [no, yes] = [
    await style('.choice:has([name=question1][value=No])'),
    await style('.choice:has([name=question1][value=Yes])'),
  ]
  expect(no.borderTopWidth).not.toBe(yes.borderTopWidth)
  expect((await style('.language[aria-pressed=true]')).textDecorationLine).toBe('underline')
  expect((await style('.signature-paper')).backgroundColor).toBe('rgb(255, 255, 255)')
  expect((await style('progress')).borderTopWidth).toBe('1px')
  await page.locator('[name=city]').focus()
  const ring = await page.locator('[name=city]').evaluate((field) => getComputedStyle(field).outlineStyle)
  expect(ring).toBe('solid')
  // The parts of the bar are drawn by the browser: only a picture tells whether the done part can be told from the rest.
  const bar = page.locator('.progress-line progress')
  await (await reach(page.locator('[name=city]'))).fill('Austin')
  expect(await bar.screenshot()).not.toEqual(await emptied(page))
})

/** The same bar with nothing done. */
const emptied = async (page: Page) => {
  const bar = page.locator('.progress-line progress')
  await bar.evaluate((element: HTMLProgressElement) => (element.value = 0))
  return bar.screenshot()
}

test('on paper stand the answers and signatures, in order, and nothing to press', async () => {
  const page = await visit(browser(), server.url, {
    ...DESKTOP,
    colorScheme: 'dark',
    path: '/form/demo?lang=es',
  })
  await ready(page)
  await fillIn(page)
  await (await reach(page.locator('[name=legalName]'))).fill(LONG)
  await (await reach(page.locator('[name=useOfFunds]'))).fill(`${LONG}. `.repeat(30))
  await page.locator('.signature-way').nth(1).click()
  await giveConsent(page)
  await page.locator('input#field-signer1Signature').fill('Ana Ñúñez')
  await page.locator('.signature-state.signed').waitFor()
  // A sheet of letter paper within its margins.
  await page.setViewportSize({ width: 672, height: 900 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  const shown = await page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1,
      )
    const answers = seen('.fields input, .fields select, .fields textarea') as HTMLInputElement[]
    const tops = seen('.card, .signature-paper').map((element) => element.getBoundingClientRect().top)
    return {
      pressed: seen('button, a, .button, [type=file], [type=checkbox], .progress-line').map(
        (each) => each.className,
      ),
      cut: answers
        .filter(
          (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1,
        )
        .map(({ name }) => name),
      answered: answers.filter(({ value }) => value !== '').length,
      signatures: seen('canvas').length,
      inOrder: tops.every((top, index) => index === 0 || top >= (tops[index - 1] ?? 0)),
      ground: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.querySelector('[name=legalName]') ?? document.body).color,
    }
  })
  expect(shown).toEqual({
    pressed: [],
    cut: [],
    answered: requiredAnswers().length + 1,
    signatures: 1,
    inOrder: true,
    ground: 'rgb(255, 255, 255)',
    ink: 'rgb(0, 0, 0)',
  })
})

const MOVES = 150
const motion = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after', '::backdrop', '::-webkit-progress-value'].flatMap((part) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element, part || null)
        return [transitionDuration, animationDuration].flatMap((all) =>
          all.split(',').map((one) => parseFloat(one) * 1000),
        )
      }),
    ),
  )

test.each([
  { wish: 'no-preference', most: MOVES },
  { wish: 'reduce', most: 0 },
] as const)('motion lasts at most $most ms for those who ask for: $wish', async ({ wish, most }) => {
  const page = await visit(browser(), server.url, {
    ...DESKTOP,
    reducedMotion: wish,
    path: '/form/demo?lang=en',
  })
  await ready(page)
  const lasting = [await motion(page)]
  await fillIn(page)
  await submitButton(page).click()
  await page.getByRole('dialog').waitFor()
  lasting.push(await motion(page))
  const longest = Math.max(...lasting.flat())
  expect(longest).toBeLessThanOrEqual(most)
  if (wish === 'reduce') expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  else expect(longest).toBeGreaterThan(0)
})
