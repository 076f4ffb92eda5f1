import type { Page } from 'playwright-core'

/** Something that has the focus, as somebody sees it who uses no mouse. */
export type Stop = {
  /** its name in the form, else its words, so that failures can be read */
  key: string
  tag: string
  type: string
  /** its column, where columns stand side by side */
  column: string
  box: { top: number; bottom: number; left: number; right: number }
  /** it had the focus when it was looked at before, too */
  again: boolean
  /** what is wrong with how the focus shows */
  faults: string[]
}

/** What has the focus; null is the document itself, or the browser around it. */
export const focusedStop = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement
    const again = element === Reflect.get(window, 'lastStop')
    Reflect.set(window, 'lastStop', element)
    if (!(element instanceof HTMLElement) || element === document.body) return null
    // Radio buttons, boxes and the file field are small or hidden: what is drawn for them shows the focus.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const bearers = [element, label].filter((each) => each !== undefined)
    const ringed = bearers.find((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })
    const box = (ringed ?? element).getBoundingClientRect()
    const faults: string[] = []
    if (!ringed) faults.push('shows no ring')
    const line = element.closest('dialog, .overlay, .progress-line')
      ? null
      : document.querySelector('.progress-line')
    const covered = element.closest('.page-header, .page-note, .welcome-back') || !line
    const ceiling = covered ? 0 : (line?.getBoundingClientRect().bottom ?? 0)
    const room = innerHeight - ceiling
    if (box.top < ceiling - 1) faults.push(`begins ${Math.round(ceiling - box.top)} px under the top`)
    if (box.height <= room && box.bottom > innerHeight + 1) faults.push('ends below the screen')
    if (box.left < 0 || box.right > innerWidth) faults.push('sticks out of the screen')
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, room) / 2)
    const own =
      at !== null && [...bearers, ringed].some((each) => each?.contains(at) || at.contains(each ?? null))
    if (!own) faults.push(`is covered by ${at?.className ?? 'nothing'}`)
    const column = element.closest('.columns > *')
    const control = element as HTMLElement & { name?: string; type?: string }
    return {
      key: control.name || element.id || element.ariaLabel || (label ?? element).textContent.slice(0, 60),
      tag: element.tagName.toLowerCase(),
      type: control.type ?? '',
      column: column ? `${[...(column.parentElement?.children ?? [])].indexOf(column)}` : '',
      box: {
        top: box.top + scrollY,
        bottom: box.bottom + scrollY,
        left: box.left,
        right: box.right,
      },
      again,
      faults,
    }
  })

/** Presses a key until the focus is on something else; a calendar field has several stops of its own. */
export async function move(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop | null> {
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press(key)
    const stop = await focusedStop(page)
    if (!stop?.again) return stop
  }
  throw new Error(`The focus is trapped in ${(await focusedStop(page))?.key}`)
}

/** Everything a keyboard should reach now, radio buttons of one name once, in the order of the document. */
export const reachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, summary, textarea, [tabindex="0"]',
      ),
    ]
    const open = all.filter(
      (element) => element.checkVisibility() && !element.matches(':disabled') && !element.closest('[inert]'),
    )
    const keys = open.map((element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      const key = element.getAttribute('name') || element.id || element.ariaLabel
      return key || (label ?? element).textContent.slice(0, 60)
    })
    return keys.filter((key, index) => key !== keys[index - 1])
  })

/** Does the eye find `next` after `stop`: further right on its line, on a later line, or in the next column? */
export function isAfter(stop: Stop, next: Stop): boolean {
  if (stop.column !== '' && next.column > stop.column) return true
  const sameLine = next.box.top < stop.box.bottom - 4
  return sameLine
    ? next.box.left >= stop.box.right - 4 && next.box.bottom > stop.box.top
    : next.box.top >= stop.box.top
}
