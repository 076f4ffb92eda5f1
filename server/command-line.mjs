// Plain JavaScript: server/deploy/runtime.mjs runs without a build, too.
import { parseArgs } from 'node:util'

/** Prints the usage and ends the process with 0 for --help, with 2 for an unknown, missing or surplus argument. */
export function readArguments(command, args = process.argv.slice(2)) {
  const { usage, options = {}, operands: [fewest, most] = [0, 0] } = command
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`Usage: ${usage}\n`)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    if (positionals.length > most) refuse(command, `Unknown argument '${positionals[most]}'`)
    if (positionals.length < fewest) refuse(command, 'An argument is missing')
    return { values, positionals }
  } catch (error) {
    // Node goes on with advice on arguments that begin with a dash.
    return refuse(command, error.message.split('. ')[0])
  }
}

/** Ends the process with 2, for arguments that don't fit together. */
export function refuse({ usage }, reason) {
  process.stderr.write(`${reason}\n\nUsage: ${usage}\n`)
  process.exit(2)
}
