import type { Page } from 'playwright-core'

/** What cannot be read as it is drawn: wider than the window, cut off, outside of it, or over something else. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults)

/** What WCAG 1.4.12 lets readers change. */
const SPACED_OUT =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }'

/**
 * The same of the text as it stands, then spaced out; through the CSSOM, as the page's policy allows no other styles.
 * In one call the page is laid out twice, but not painted in between.
 */
export const layoutFaultsSpacedOutToo = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const find = ${String(findFaults)}
    const faults = find()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(SPACED_OUT)})
    document.adoptedStyleSheets = [sheet]
    faults.push(...find().map((fault) => 'spaced out: ' + fault))
    document.adoptedStyleSheets = []
    return faults
  })()`)

/** Runs in the page. */
function findFaults(): string[] {
  const faults: string[] = []
  const told = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} '${(element.textContent || element.id).slice(0, 40)}'`
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) faults.push(`scrolls sideways by ${root.scrollWidth - innerWidth} px`)

  const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // What only a screen reader meets, and drawings.
      !element.closest('.only-heard, .step-state, svg, canvas, option, .file-input'),
  )
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const isControl = (element: Element) => element.matches('input, select, textarea, button, progress, img')

  for (const element of seen) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const cuts = (overflow: string) => overflow !== 'visible'
    if (hasText(element) && !element.matches('textarea')) {
      if (cuts(overflowX) && element.scrollWidth > element.clientWidth + 1)
        faults.push(`${told(element)} is cut at its side`)
      if (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1)
        faults.push(`${told(element)} is cut below`)
    }
  }

  // The lines of text themselves, not the boxes they lie in.
  const boxes = seen.flatMap((element) => {
    if (isControl(element)) return [{ element, box: element.getBoundingClientRect() }]
    if (!hasText(element)) return []
    const range = document.createRange()
    return [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((box) => ({ element, box }))
      })
  })
  for (const { element, box } of boxes) {
    if (box.right > innerWidth + 1 || box.left < -1) faults.push(`${told(element)} sticks out of the window`)
  }
  // Plain numbers, as each pair is looked at.
  const still = boxes
    .filter(({ element }) => !element.closest('.progress-line'))
    .map(({ element, box: { left, right, top, bottom } }) => ({ element, left, right, top, bottom }))
  still.forEach((one, index) => {
    for (let at = index + 1; at < still.length; at++) {
      const other = still[at] ?? one
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      // Lines of text are taller than their letters.
      if (width <= 1 || height <= 4) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      faults.push(`${told(one.element)} lies over ${told(other.element)}`)
    }
  })
  return [...new Set(faults)]
}

/** Controls smaller than `least` each way; what is drawn for a hidden or small one counts, as it is what is hit. */
export const smallTargets = (page: Page, selector: string, least: number): Promise<string[]> =>
  page.evaluate(
    ([selector, least]) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const label =
            element instanceof HTMLInputElement && ['radio', 'checkbox', 'file'].includes(element.type)
          return (label && element.labels?.[0]) || element
        })
        .flatMap((target) => {
          const { width, height } = target.getBoundingClientRect()
          if (width >= least && height >= least) return []
          return [
            `${target.tagName} '${target.textContent.slice(0, 30)}' is ${Math.round(width)}x${Math.round(height)}`,
          ]
        }),
    [selector, least] as const,
  )
