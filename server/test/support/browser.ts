import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { findChromium } from '../../tools/chromium.mjs'

// Nothing that reaches out by itself: a test sees the product's requests and no others.
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A headless Chromium. The caller closes it.
 *
 * @throws Error when the machine has none; `npm test` installs one
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  if (executablePath === null) throw new Error('There is no Chromium; set CHROMIUM_PATH or run npm test')
  return chromium.launch({ executablePath, args: FLAGS })
}
