import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { closeContexts, workersBrowser } from '../support/browser.ts'
import { keptContexts } from './kept-contexts.ts'

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

/** What a refused request prints by itself; the panel has no part in it. */
const isNetworkNote = (text: string): boolean => text.startsWith('Failed to load resource')

/**
 * Opens pages of the panel in a browser that is gone after the file's last test. Nothing may be printed to the console,
 * CSP reports included. Call it at the top of a test file.
 */
export function panelVisits(url: string) {
  let browser: Browser
  const contexts = keptContexts(url)
  const expected = new WeakMap<BrowserContext, RegExp>()
  const printed: string[] = []

  const watch = (context: BrowserContext) => {
    const print = (text: string) => {
      if (!expected.get(context)?.test(text)) printed.push(text)
    }
    context.on('console', (message) => {
      if (message.type() === 'error' && !isNetworkNote(message.text())) print(message.text())
    })
    context.on('weberror', (error) => print(error.error().message))
  }

  beforeAll(async () => {
    browser = await workersBrowser()
  })
  afterAll(() => closeContexts(browser))
  afterEach(async () => {
    await contexts.empty()
    expect(printed.splice(0)).toEqual([])
  })

  /**
   * Opens the path as the token's user, or without a session for null; nothing moves. Console errors that match
   * `expectedErrors` pass.
   */
  return async (
    path: string,
    token: string | null,
    options: BrowserContextOptions = {},
    expectedErrors = /$^/,
  ): Promise<Page> => {
    const viewport = { width: 1280, height: 800 }
    const used = { viewport, reducedMotion: 'reduce', ...options } as const
    const { context, anchor } = await contexts.take(browser, used, watch)
    expected.set(context, expectedErrors)
    if (token !== null) await anchor.evaluate((value) => localStorage.setItem('token', value), token)
    const page = await context.newPage()
    await page.goto(`${url}${path}`)
    return page
  }
}

/** Runs the page's timers of `every` milliseconds twice a second instead. Call it before the page is loaded. */
export const hurry = (page: Page, every: number) =>
  page.addInitScript((every) => {
    const start = window.setInterval.bind(window)
    window.setInterval = ((run: () => void, after?: number) =>
      start(run, after === every ? 500 : after)) as typeof window.setInterval
  }, every)

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Chooses an entry of a select box by typing the beginning of its name. */
export async function choose(page: Page, label: string, typed: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  await box.fill(typed)
  await page.getByRole('option', { name, exact: true }).click()
}

export const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

export const hasFocus = (page: Page, label: string): Promise<boolean> =>
  page.getByRole('button', { name: label }).evaluate((button) => button === document.activeElement)

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
