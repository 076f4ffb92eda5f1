// npm test: everything a clean checkout must pass. Ends with one line: N passed, N failed.
// npm run test:system: the tests that need ClamAV's daemon, Firefox, and root to mount disks.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import process from 'node:process'
import { findChromium, findProgram } from './chromium.mjs'
import { ensure } from './ensure.mjs'

const RESULTS = '.cache/test-results.json'
const isSystem = process.argv.includes('--system')

ensure({ build: true })
if (isSystem) checkSystem()
else await ensureBrowser()
let failed = isSystem ? 0 : await countFailedChecks()
const tests = runTests(isSystem ? 'system' : '!system')
failed += tests.failed
process.stdout.write(`${isSystem ? 'system: ' : ''}${tests.passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || tests.passed === 0 ? 1 : 0)

async function countFailedChecks() {
  const [format, lint] = [
    ['--check', '--cache', '--cache-location=.cache/prettier', '--log-level=warn', '.'],
    ['--cache', '--cache-location=.cache/eslint/', '--max-warnings=0', '.'],
  ]
  const results = await Promise.all([
    check('format', 'node_modules/prettier/bin/prettier.cjs', format),
    check('types', 'node_modules/typescript/bin/tsc', ['-b']),
    check('lint', 'node_modules/eslint/bin/eslint.js', lint),
  ])
  return results.filter((passed) => !passed).length
}

async function check(name, script, args) {
  const [status] = await once(spawn(process.execPath, [script, ...args], { stdio: 'inherit' }), 'close')
  if (status !== 0) process.stdout.write(`${name}: failed\n`)
  return status === 0
}

function runTests(project) {
  rmSync(RESULTS, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`]
  const args = ['run', '--allowOnly=false', `--project=${project}`, ...reporters]
  const status = node('node_modules/vitest/vitest.mjs', args)
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'))
  const counts = testResults.map(({ status, assertionResults }) => {
    const wrong = assertionResults.filter((result) => result.status === 'failed').length
    // A file that cannot be loaded has no results.
    return status === 'failed' ? Math.max(wrong, 1) : wrong
  })
  const failures = counts.reduce((sum, count) => sum + count, 0)
  // An error outside of any test shows in the exit status alone.
  return { passed, failed: status !== 0 && failures === 0 ? 1 : failures }
}

async function ensureBrowser() {
  const find = async () => {
    const found = await findChromium()
    if (found) process.env.CHROMIUM_PATH = found
    return found !== null
  }
  if (await find()) return
  if (process.env.CHROMIUM_PATH) stop(`CHROMIUM_PATH names no program: ${process.env.CHROMIUM_PATH}`)
  installChromium()
  if (await find()) return
  stop('The end-to-end tests need a Chromium, and none could be installed; install one or set CHROMIUM_PATH')
}

function installChromium() {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (process.getuid?.() !== 0 || !/^ID=debian$/m.test(system)) {
    return node('node_modules/playwright-core/cli.js', ['install', 'chromium'])
  }
  process.stderr.write('Installing chromium…\n')
  const install = 'apt-get install -y --no-install-recommends chromium'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Package lists may be missing, as in a container, or out of date.
  const script = `${install} || (apt-get update && ${install})`
  return spawnSync('sh', ['-c', script], { stdio: ['ignore', 'ignore', 'inherit'], env }).status
}

function checkSystem() {
  if (findProgram('clamd') === null && !existsSync('/usr/sbin/clamd')) {
    stop('The tests of the virus scan need clamd; install clamav-daemon')
  }
  if (findProgram('firefox-esr') === null) stop('The tests in Firefox need firefox-esr; install it')
  if (process.getuid?.() !== 0) stop('The tests on full and read-only disks need root, to mount them')
}

function node(script, args) {
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status ?? 1
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
