import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { getOwn } from '#domain/get-own'
import { hasCode, toMessage } from './system-error.ts'

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Sets what the environment lacks. @returns the names in the file */
export function loadEnvFile(file = '.env'): string[] {
  try {
    process.loadEnvFile(file)
    return Object.keys(parseEnv(readFileSync(file, 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** @returns the content of the file that NAME_FILE names for a secret, else the value of NAME, if not empty */
export function readSetting(name: string, env: NodeJS.ProcessEnv, isSecret: boolean): string | undefined {
  const fileName = `${name}_FILE`
  const [value, file] = [name, fileName].map((each) => getOwn(env, each)?.trim() || undefined)
  if (file === undefined || !isSecret) return value
  if (value !== undefined) throw new ConfigError(`Both ${name} and ${fileName} are set; unset one of them`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${fileName} names a file that cannot be read: ${toMessage(error)}`)
  }
}

/** Other programs' names that are close to those of settings. */
const OTHERS = /^(CHOST|LOGLEVEL|PORTS|PORT\d|WORKERS)$/
/** A .env file may set these for Node, its libraries and the tests. */
const OF_LIBRARIES = /^(NODE_|OTEL_|PG|BENCH_|npm_|LC_)|^(CHROMIUM_PATH|LANG|TZ|UV_THREADPOOL_SIZE)$/

/** @returns a line for each name that is probably meant for a setting, or has no meaning in .env */
export function findMisnamed(
  settings: ReadonlySet<string>,
  env: NodeJS.ProcessEnv,
  inFile: readonly string[],
): string[] {
  return Object.keys(env).flatMap((name) => {
    const isInFile = inFile.includes(name)
    if (settings.has(name) || (!isInFile && OTHERS.test(name))) return []
    const meant = [...settings].find((setting) => isNear(name, setting, setting.length < 10 ? 1 : 2))
    if (meant !== undefined) return [`${name} is not a setting and has no effect; did you mean ${meant}?`]
    return isInFile && !OF_LIBRARIES.test(name) ? [`${name} in .env is not a setting and has no effect`] : []
  })
}

/** Whether so many insertions, deletions, replacements and swaps of neighbours lead from one to the other. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (edits === 0 || Math.abs(a.length - b.length) > edits) return false
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), edits)
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  return (
    isNear(a.slice(1), b, edits - 1) ||
    isNear(a, b.slice(1), edits - 1) ||
    isNear(a.slice(1), b.slice(1), edits - 1) ||
    (isSwapped && isNear(a.slice(2), b.slice(2), edits - 1))
  )
}
