import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

export async function expectVisible(locator: Locator): Promise<void> {
  await locator.waitFor()
  expect(await locator.isVisible()).toBe(true)
}
