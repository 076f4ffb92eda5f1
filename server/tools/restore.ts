import { restoreCommand } from '../platform/backup/command.ts'
import { runCommand } from '../run-command.ts'
import { operatorOutput } from './operator-output.ts'

const COMMAND = {
  usage: `npm run restore -- FILE, or node dist/restore.mjs FILE

Restores a backup into an empty database and an empty file store, with the servers stopped. server/platform/backup/README.md says
more.

Exit status: 0 restored and verified; 1 not restored; 2 wrong arguments.`,
  operands: [1, 1],
} as const

await runCommand(COMMAND, ({ positionals: [file = ''] }) =>
  restoreCommand(file, process.env, operatorOutput()),
)
