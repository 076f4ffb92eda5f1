import pTimeout from 'p-timeout'
import { readArguments, refuse } from './command-line.mjs'
import { ConfigError, loadSettings, readConfig, ROLES } from './config.ts'
import { keepStderrJson, logThrown, writePlainly } from './http/json-stderr.ts'
import { startFailure } from './start-failure.ts'
import { describeFailure } from './system-error.ts'
import { startIntake, type Running } from './start.ts'

// stdout is for the operator; the log goes to stderr.
const say = (line: string) => process.stdout.write(`${line}\n`)

const COMMAND = {
  usage: `npm start -- [--role web|worker|all], or node dist/server.mjs [--role web|worker|all]

Starts the server. Settings are environment variables or lines of .env; .env.example lists them.

  --role   web serves people, worker runs jobs (PDFs, mails, webhooks), all does both (the default)`,
  options: { role: { type: 'string' } },
} as const

const START_MAY_TAKE_MS = 10_000
/** npm forwards a signal that the process group has received already. */
const SAME_SIGNAL_MS = 2000

let stopRequestedAt: number | null = null
// A reader such as `tee` receives the group's signal too; a broken pipe must not stop the shutdown.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
const { role } = readArguments(COMMAND).values
if (role !== undefined && !ROLES.some((each) => each === role))
  refuse(COMMAND, `--role is "${role}", but takes web, worker or all`)
keepStderrJson()
const starting = start(configuration())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onStopSignal)
// Log unhandled rejections instead of exiting.
process.on('unhandledRejection', (error) => logThrown('unhandledRejection', error))
process.on('uncaughtException', (error) => {
  logThrown('uncaughtException', error)
  process.exit(1)
})
const running = await starting
if (stopRequestedAt === null) announce(running)

function configuration() {
  try {
    const warnings = loadSettings()
    return { config: readConfig(process.env, role), warnings }
  } catch (error) {
    fail(error instanceof ConfigError ? error.message : `.env cannot be read: ${describeFailure(error)}`)
  }
}

async function start({ config, warnings }: ReturnType<typeof configuration>): Promise<Running> {
  try {
    return await startIntake(config, undefined, warnings)
  } catch (error) {
    fail(startFailure(error, config))
  }
}

function announce({ url, seeded }: Running): void {
  if (seeded) {
    say(`Admin e-mail: ${seeded.adminEmail}`)
    say(`Admin password: ${seeded.adminPassword ?? '(the one of ADMIN_PASSWORD)'}`)
    if (seeded.demoUrl !== null) say(`Demo form: ${seeded.demoUrl}`)
  }
  say(`Ready on ${url}`)
}

function onStopSignal(): void {
  if (stopRequestedAt === null) {
    stopRequestedAt = performance.now()
    void stop(starting)
  } else if (performance.now() - stopRequestedAt >= SAME_SIGNAL_MS) process.exit(1)
}

async function stop(started: Promise<Running>): Promise<void> {
  // A hanging start, as on a dead network folder, has nothing to close.
  const { stop: close, services } = await pTimeout(started, {
    milliseconds: START_MAY_TAKE_MS,
    fallback: () => process.exit(1),
  })
  try {
    await close()
    process.exit(0)
  } catch (err) {
    services.log.error({ err }, 'stopping failed')
    process.exit(1)
  }
}

function fail(message: string): never {
  writePlainly(message)
  process.exit(1)
}
