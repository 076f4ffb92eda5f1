import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import process from 'node:process'
import { readArguments } from '../command-line.mjs'
import { findChromium, findProgram, HEADLESS_SHELL } from './chromium.mjs'
import { ensure } from './ensure.mjs'

const RESULTS = '.cache/test-results.json'
/** The API's document, as foreign programs last found it right; vitest.config.ts compares. */
const CHECKED_DOCUMENT = '.cache/openapi-checked.json'
const CHECKS = [
  ['types', 'typescript/bin/tsc', '-b'],
  ['lint', 'eslint/bin/eslint.js', '--cache --cache-location=.cache/eslint/ --max-warnings=0 .'],
  [
    'format',
    'prettier/bin/prettier.cjs',
    '--check --cache --cache-location=.cache/prettier --log-level=warn .',
  ],
]
const USAGE = `npm test, or npm run test:system

Runs what a change must pass: checks, units, the server, and each screen's main walk in a browser. The other one runs the
rest: walks in other languages, devices, schemes and sites, and what needs ClamAV's daemon, Firefox, pgbouncer, and root
to mount disks, or kills servers with nothing else at work. Ends with one line: N passed, N failed.`
const isSystem = readArguments({ usage: USAGE, options: { system: { type: 'boolean' } } }).values.system

ensure({ build: true })
if (isSystem) checkSystem()
await ensureBrowser()
// Nothing may run beside a test of the system.
const runs = isSystem
  ? [await runTests('--project=system'), await runTests('--project=long', '--tags-filter=long')]
  : await Promise.all([
      runTests('--project=server*', '--project=ui*', '--project=e2e', '--tags-filter=!long'),
      countFailedChecks(),
    ])
const failed = sum(runs.map((run) => run.failed))
const passed = sum(runs.map((run) => run.passed))
if (failed === 0) copyFileSync('server/http/openapi.json', CHECKED_DOCUMENT)
process.stdout.write(`${isSystem ? 'system: ' : ''}${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** One after another, so that the tests keep a processor. */
async function countFailedChecks() {
  let failed = 0
  for (const [name, script, args] of CHECKS) {
    if ((await run(`node_modules/${script}`, args.split(' '))) === 0) continue
    process.stdout.write(`${name}: failed\n`)
    failed += 1
  }
  return { passed: 0, failed }
}

async function runTests(...chosen) {
  rmSync(RESULTS, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`]
  const args = ['run', '--allowOnly=false', ...chosen, ...reporters]
  const status = await run('node_modules/vitest/vitest.mjs', args)
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(RESULTS, 'utf8'))
  for (const { name, message, assertionResults } of testResults.filter(({ status }) => status === 'failed')) {
    const wrong = assertionResults.filter((result) => result.status === 'failed')
    const lines = wrong.map(
      ({ fullName, failureMessages: [why = ''] }) => `${fullName}\n  ${why.slice(0, 500)}`,
    )
    process.stdout.write(`failed: ${name}\n${[...lines, message].join('\n')}\n`)
  }
  const counts = testResults.map(({ status, assertionResults }) => {
    const wrong = assertionResults.filter((result) => result.status === 'failed').length
    // A file that cannot be loaded has no results.
    return status === 'failed' ? Math.max(wrong, 1) : wrong
  })
  const failures = sum(counts)
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

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

async function run(script, args) {
  const [status] = await once(spawn(process.execPath, [script, ...args], { stdio: 'inherit' }), 'close')
  return status ?? 1
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
