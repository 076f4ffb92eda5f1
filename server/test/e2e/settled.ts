import type { Page } from 'playwright-core'

/** Waits until what fades in stands, so that its colours are those that are read. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
