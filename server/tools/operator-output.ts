import { backupMessages } from '#domain/messages/backup'
import type { Output } from '../platform/backup/command.ts'

/** npm forwards a signal that the command has received itself. */
const SAME_SIGNAL_MS = 2000

export function operatorOutput(): Output {
  const interrupted = new AbortController()
  let since = Infinity
  const interrupt = () => {
    if (Date.now() - since > SAME_SIGNAL_MS) process.exit(1)
    since = Math.min(since, Date.now())
    interrupted.abort(new Error(backupMessages.interrupted))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
  return {
    print: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    signal: interrupted.signal,
  }
}
