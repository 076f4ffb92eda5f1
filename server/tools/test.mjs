// npm test: everything a clean checkout must pass. Ends with one line: N passed, N failed.
// npm run test:system: the tests that need ClamAV's daemon, Firefox, pgbouncer, and root to mount disks.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import process from 'node:process'
import { findChromium, findProgram, HEADLESS_SHELL } from './chromium.mjs'
import { ensure } from './ensure.mjs'

const RESULTS = '.cache/test-results.json'
const isSystem = process.argv.includes('--system')

ensure({ build: true })
if (isSystem) checkSystem()
else await ensureBrowser()
// The first tests wait as much as they compute, and those that run alone come minutes later.
const [tests, failedChecks] = await Promise.all([
  runTests(isSystem ? 'system' : '!system'),
  isSystem ? 0 : countFailedChecks(),
])
const failed = tests.failed + failedChecks
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
  const status = await run(script, args)
  if (status !== 0) process.stdout.write(`${name}: failed\n`)
  return status === 0
}

async function runTests(project) {
  rmSync(RESULTS, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`]
  const args = ['run', '--allowOnly=false', `--project=${project}`, ...reporters]
  const status = await run('node_modules/vitest/vitest.mjs', args)
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
  const named = process.env.CHROMIUM_PATH
  const found = await findChromium()
  if (named && found === null) stop(`CHROMIUM_PATH names no program: ${named}`)
  if (found !== null && (named || findProgram(HEADLESS_SHELL) !== null)) return
  await installChromium(found === null)
  if ((await findChromium()) !== null) return
  stop('The end-to-end tests need a Chromium, and none could be installed; install one or set CHROMIUM_PATH')
}

async function installChromium(isMissing) {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (process.getuid?.() !== 0 || !/^ID=debian$/m.test(system)) {
    if (isMissing) await run('node_modules/playwright-core/cli.js', ['install', 'chromium'])
    return
  }
  process.stderr.write('Installing chromium…\n')
  const install = `apt-get install -y --no-install-recommends chromium ${HEADLESS_SHELL}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Package lists may be missing, as in a container, or out of date.
  const script = `${install} || (apt-get update && ${install})`
  // Without a network it could take long, and the shell alone isn't needed.
  const seconds = isMissing ? '600' : '120'
  spawnSync('timeout', [seconds, 'sh', '-c', script], { stdio: ['ignore', 'ignore', 'inherit'], env })
}

function checkSystem() {
  if (!existsSync('/usr/sbin/nginx')) stop('The tests of two nodes need nginx; install it')
  if (findProgram('systemd-analyze') === null || findProgram('openssl') === null) {
    stop('The tests of the deployment files need systemd-analyze and openssl; install systemd and openssl')
  }
  if (findProgram('clamd') === null && !existsSync('/usr/sbin/clamd')) {
    stop('The tests of the virus scan need clamd; install clamav-daemon')
  }
  if (findProgram('firefox-esr') === null) stop('The tests in Firefox need firefox-esr; install it')
  if (findProgram('pgbouncer') === null && !existsSync('/usr/sbin/pgbouncer')) {
    stop('The tests through a pooler need pgbouncer; install it')
  }
  if (findProgram('promtool') === null) stop('The tests of the alert rules need promtool; install prometheus')
  if (!['x86_64', 'aarch64'].some((machine) => existsSync(`/usr/lib/${machine}-linux-gnu/faketime`)))
    stop('The tests of clocks that jump need libfaketime; install it')
  if (process.getuid?.() !== 0) stop('The tests on full and read-only disks need root, to mount them')
}

async function run(script, args) {
  const [status] = await once(spawn(process.execPath, [script, ...args], { stdio: 'inherit' }), 'close')
  return status ?? 1
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
