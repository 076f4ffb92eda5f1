import type { parseArgs, ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

export type Command<Given extends Options = Options> = {
  /** begins with how to call it, after 'Usage: ' */
  usage: string
  options?: Given
  /** the fewest and the most arguments without a name; none by default */
  operands?: readonly [number, number]
}

export type Arguments<Given extends Options> = {
  values: ReturnType<typeof parseArgs<{ options: Given }>>['values']
  positionals: string[]
}

/** Prints the usage and ends the process with 0 for --help, with 2 for an unknown, missing or surplus argument. */
export function readArguments<const Given extends Options>(
  command: Command<Given>,
  args?: string[],
): Arguments<Given>

/** Ends the process with 2, for arguments that don't fit together. */
export function refuse(command: Pick<Command, 'usage'>, reason: string): never
