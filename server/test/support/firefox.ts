import { launch, type Browser } from 'puppeteer-core'
import { findProgram } from '../../tools/chromium.mjs'

/**
 * A headless Firefox, spoken to by WebDriver BiDi. The caller closes it.
 * @param preferences as in about:config
 * @throws Error when the machine has none
 */
export async function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  const executablePath = findProgram('firefox-esr')
  if (executablePath === null) throw new Error('There is no Firefox; install firefox-esr')
  return launch({ browser: 'firefox', executablePath, extraPrefsFirefox: preferences })
}
