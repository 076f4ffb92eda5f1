import { readArguments, type Arguments, type Command } from './command-line.mjs'
import { loadSettings } from './config.ts'
import { describeFailure } from './system-error.ts'

type Options = NonNullable<Command['options']>

export const complain = (line: string): void => void process.stderr.write(`${line}\n`)

const words = (...parts: unknown[]): void =>
  complain(parts.filter((part) => typeof part === 'string').join(' '))

export const commandLog = { info: () => {}, warn: words, error: words }

/** Exits with what `work` returns, 0 by default; with `failed` if it throws; with 2 for wrong arguments. */
export async function runCommand<const Given extends Options>(
  command: Command<Given>,
  work: (given: Arguments<Given>) => Promise<number> | Promise<void>,
  { failed = 1, describe = describeFailure } = {},
): Promise<void> {
  const given = readArguments(command)
  try {
    loadSettings().forEach(complain)
    process.exitCode = (await work(given)) ?? 0
  } catch (error) {
    complain(describe(error))
    process.exitCode = failed
  }
}
