// npm test: everything a clean checkout must pass. Ends with one line: N passed, N failed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import process from 'node:process'
import { findChromium, findProgram, hasChromium } from './chromium.mjs'
import { ensure } from './ensure.mjs'

const RESULTS = '.cache/test-results.json'

/** What the tests use beside Node, by Debian's package; only what is missing is installed. */
const PROGRAMS = {
  chromium: hasChromium,
  'poppler-utils': () => ['pdftotext', 'pdfimages'].every((name) => findProgram(name) !== null),
  // The path of those who are not root has no room for it on Debian.
  'clamav-daemon': () => findProgram('clamd') !== null || existsSync('/usr/sbin/clamd'),
}

// Debian's programs are fetched while npm installs and the front ends are built.
const programs = installPrograms()
ensure({ build: true })
await programs
await ensureBrowser()
ensurePdfTools()
ensureScanner()

let failed = 0
await Promise.all([
  check('format', 'node_modules/prettier/bin/prettier.cjs', [
    '--check',
    '--cache',
    '--cache-location=.cache/prettier',
    '--log-level=warn',
    '.',
  ]),
  check('types', 'node_modules/typescript/bin/tsc', ['-b']),
  check('lint', 'node_modules/eslint/bin/eslint.js', [
    '--cache',
    '--cache-location=.cache/eslint/',
    '--max-warnings=0',
    '.',
  ]),
])
const tests = runTests()
failed += tests.failed
process.stdout.write(`${tests.passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || tests.passed === 0 ? 1 : 0)

/** The three need nothing of one another, so they run side by side. */
async function check(name, script, args) {
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' })
  const [status] = await once(child, 'close')
  if (status === 0) return
  process.stdout.write(`${name}: failed\n`)
  failed += 1
}

function runTests() {
  rmSync(RESULTS, { force: true })
  const status = node('node_modules/vitest/vitest.mjs', [
    'run',
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}`,
  ])
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'))
  const counts = testResults.map(({ status, assertionResults }) => {
    const wrong = assertionResults.filter((result) => result.status === 'failed').length
    // A file that cannot even be loaded has no results, and fails all the same.
    return status === 'failed' ? Math.max(wrong, 1) : wrong
  })
  const failures = counts.reduce((sum, count) => sum + count, 0)
  // An error outside of any test shows in the exit status alone.
  return { passed, failed: status !== 0 && failures === 0 ? 1 : failures }
}

async function installPrograms() {
  const missing = Object.entries(PROGRAMS).flatMap(([name, isThere]) => (isThere() ? [] : [name]))
  if (missing.length === 0 || !isRootOnDebian()) return
  process.stderr.write(`Installing ${missing.join(', ')}…\n`)
  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  // The package lists may be missing, as in a container, or out of date.
  const child = spawn('sh', ['-c', `${install} || (apt-get update && ${install})`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(child, 'close')
}

async function ensureBrowser() {
  const find = async () => {
    const found = await findChromium()
    if (found) process.env.CHROMIUM_PATH = found
    return found !== null
  }
  if (await find()) return
  if (process.env.CHROMIUM_PATH) stop(`CHROMIUM_PATH names no program: ${process.env.CHROMIUM_PATH}`)
  node('node_modules/playwright-core/cli.js', ['install', 'chromium'])
  if (await find()) return
  stop('The end-to-end tests need a Chromium, and none could be installed; install one or set CHROMIUM_PATH')
}

function ensurePdfTools() {
  if (PROGRAMS['poppler-utils']()) return
  stop('The tests of the PDFs need pdftotext and pdfimages; install poppler-utils')
}

function ensureScanner() {
  if (PROGRAMS['clamav-daemon']()) return
  stop('The tests of the virus scan need clamd; install clamav-daemon')
}

function isRootOnDebian() {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return process.getuid?.() === 0 && /^ID=debian$/m.test(system)
}

/** Exit status of a script run by this Node. */
function node(script, args) {
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status ?? 1
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
