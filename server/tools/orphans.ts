import { runCommand } from '../run-command.ts'
import { orphansCommand } from './orphans-command.ts'

const COMMAND = {
  usage: `npm run orphans [-- --confirm], or node dist/orphans.mjs [--confirm]

Lists the stored files that no row names, and those in quarantine.

  --confirm  moves the files that no row names to the quarantine, however many there are

Exit status: 0 done; 1 failed; 2 wrong arguments.`,
  options: { confirm: { type: 'boolean' } },
} as const

await runCommand(COMMAND, ({ values: { confirm } }) => orphansCommand({ confirm }, process.env, console.log))
