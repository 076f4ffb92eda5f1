import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { once } from 'node:events'

/** What the scan runs, by Debian's package; dirb is there for its list of common paths. */
const PACKAGES: Record<string, string> = {
  wapiti: '/usr/bin/wapiti',
  sqlmap: '/usr/bin/sqlmap',
  ffuf: '/usr/bin/ffuf',
  dirb: '/usr/share/dirb/wordlists/common.txt',
}

export const COMMON_PATHS = '/usr/share/dirb/wordlists/common.txt'

/** Installs missing programs, as root on Debian. @throws Error naming those that could not be installed */
export function installPrograms(): void {
  const missing = () => Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name] ?? ''))
  if (missing().length === 0) return
  console.log(`Installing ${missing().join(', ')}…`)
  const install = `apt-get install -y --no-install-recommends ${missing().join(' ')}`
  spawnSync('sh', ['-c', `${install} || (apt-get update && ${install})`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (missing().length > 0) throw new Error(`Not to be had here: ${missing().join(', ')}`)
}

/** Runs a program behind everything else on the machine; what it prints goes to a file. It is ended after `seconds`. */
export async function runProgram(args: string[], outputFile: string, seconds: number): Promise<void> {
  const output = createWriteStream(outputFile)
  const child = spawn('nice', ['-n', '10', 'timeout', '-k', '5', String(seconds), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  await once(child, 'close')
  output.end()
  await once(output, 'finish')
}
