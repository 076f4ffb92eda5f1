import { backupCommand } from '../platform/backup/command.ts'
import { runCommand } from '../run-command.ts'
import { operatorOutput } from './operator-output.ts'

const COMMAND = {
  usage: `npm run backup -- FILE [--with-keys], or node dist/backup.mjs FILE [--with-keys]

Writes a backup of database and files, while servers run or not. server/platform/backup/README.md says more.

  --with-keys  puts the main keys inside: anyone with the file can read every application in it

Exit status: 0 complete; 1 not made; 2 made, but files were missing from the store already, or wrong arguments.`,
  options: { 'with-keys': { type: 'boolean' } },
  operands: [1, 1],
} as const

await runCommand(COMMAND, ({ values, positionals: [file = ''] }) =>
  backupCommand({ file, withKeys: values['with-keys'] }, process.env, operatorOutput()),
)
