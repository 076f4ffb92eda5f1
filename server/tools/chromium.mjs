// Plain JavaScript: the test runner uses it before anything is compiled.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

export const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export async function findChromium(preferred = []) {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : null
  const system = [...preferred, ...NAMES].map(findProgram).find((found) => found !== null)
  if (system) return system
  const { chromium } = await import('playwright-core')
  const cached = chromium.executablePath()
  return isExecutable(cached) ? cached : null
}

/** @param {string} name of a program @returns {string | null} where it is on the PATH; null when nowhere */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
