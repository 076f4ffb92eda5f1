import pTimeout from 'p-timeout'
import { ConfigError, loadEnvFile, readConfig, type Config } from './config.ts'
import { describeError } from './http/log.ts'
import { startFailure } from './start-failure.ts'
import { describeFailure } from './system-error.ts'
import { startIntake, type Running } from './start.ts'

// stdout is for the operator; the log goes to stderr.
const say = (line: string) => process.stdout.write(`${line}\n`)

const START_MAY_TAKE_MS = 10_000
/** npm forwards a signal that the process group has received already. */
const SAME_SIGNAL_MS = 2000

let stopRequestedAt: number | null = null
// A reader such as `tee` receives the group's signal too; a broken pipe must not stop the shutdown.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
const starting = start(configuration())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onStopSignal)
const report = (event: string, error: unknown) =>
  process.stderr.write(`${JSON.stringify({ event, error: describeError(error) })}\n`)
// Log unhandled rejections instead of exiting.
process.on('unhandledRejection', (error) => report('unhandledRejection', error))
process.on('uncaughtException', (error) => {
  report('uncaughtException', error)
  process.exit(1)
})
const running = await starting
if (stopRequestedAt === null) announce(running)

function configuration(): Config {
  try {
    loadEnvFile()
    return readConfig(process.env, process.argv.slice(2))
  } catch (error) {
    fail(error instanceof ConfigError ? error.message : `.env cannot be read: ${describeFailure(error)}`)
  }
}

async function start(config: Config): Promise<Running> {
  try {
    return await startIntake(config)
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
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
