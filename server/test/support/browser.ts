import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { findChromium, HEADLESS_SHELL } from '../../tools/chromium.mjs'

// Nothing that reaches out by itself: a test sees the product's requests and no others.
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium. The caller closes it. @throws Error when the machine has none; `npm test` installs one */
export async function launchBrowser(): Promise<Browser> {
  return patient(await chromium.launch({ executablePath: await executable(), args: FLAGS }))
}

/** Far beyond what a page takes, as others may use the machine. */
const PATIENCE_MS = 120_000

function patient(browser: Browser): Browser {
  return browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
}

let ofWorker: Promise<Browser> | undefined

/**
 * The browser that a worker's files use one after another; it ends with the worker. Chromium's headless shell, where
 * there is one, and one process for all pages of a site take half of the processor time.
 */
export function workersBrowser(): Promise<Browser> {
  return (ofWorker ??= launchLight())
}

async function launchLight(): Promise<Browser> {
  const executablePath = await executable([HEADLESS_SHELL])
  const browser = patient(await chromium.launch({ executablePath, args: [...FLAGS, '--process-per-site'] }))
  browser.once('disconnected', () => (ofWorker = undefined))
  return browser
}

/** Closes what a test or file has opened in the worker's browser, if it came to that. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

/**
 * One whose user has third parties' cookies blocked, so that `localStorage` throws in the frames of other sites. The
 * caller closes it.
 */
export async function launchWithoutThirdPartyStorage(
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const profile = await mkdtemp(path.join(tmpdir(), 'intake-profile-'))
  await mkdir(path.join(profile, 'Default'))
  const preferences = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } }
  await writeFile(path.join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: await executable(),
    args: FLAGS,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  context.once(
    'close',
    () => void rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  )
  return context
}

async function executable(preferred: string[] = []): Promise<string> {
  const found = await findChromium(preferred)
  if (found === null) throw new Error('There is no Chromium; set CHROMIUM_PATH or run npm test')
  return found
}
