import { ConfigError, loadEnvFile, readConfig, type Config } from './config.ts'
import { describeError } from './http/log.ts'
import { startFailure, wordsOf } from './start-failure.ts'
import { startIntake, type Running } from './start.ts'
import { within } from './time-limit.ts'

// stdout says what an operator waits for and nothing else; the log goes to stderr.
const say = (line: string) => process.stdout.write(`${line}\n`)

/** How long a stop waits for a start that is under way. */
const START_MAY_TAKE_MS = 10_000

let stopping = false
const starting = start(configuration())
// A signal during the start waits for its end: half-open things cannot be closed cleanly.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(starting))
const report = (event: string, error: unknown) =>
  process.stderr.write(`${JSON.stringify({ event, error: describeError(error) })}\n`)
// A promise that nobody waited for has failed, and nothing else; the default would end the process.
process.on('unhandledRejection', (error) => report('unhandledRejection', error))
// After this the state is unknown. What was acknowledged is committed, and the next start heals the rest.
process.on('uncaughtException', (error) => {
  report('uncaughtException', error)
  process.exit(1)
})
const running = await starting
if (!stopping) announce(running)

function configuration(): Config {
  try {
    loadEnvFile()
    return readConfig(process.env)
  } catch (error) {
    fail(error instanceof ConfigError ? error.message : `.env cannot be read: ${wordsOf(error)}`)
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

async function stop(started: Promise<Running>): Promise<void> {
  // Asked twice, somebody is waiting.
  if (stopping) process.exit(1)
  stopping = true
  // A start that hangs, as on a folder that never answers, has nothing that could be closed cleanly.
  const { stop: close, services } = await within(START_MAY_TAKE_MS, started, () => process.exit(1))
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
