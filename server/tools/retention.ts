import { runCommand } from '../run-command.ts'
import { retentionCommand } from './retention-command.ts'

const COMMAND = {
  usage: `npm run retention [-- --dry-run], or node dist/retention.mjs [--dry-run]

Destroys the submissions whose company's retention period is over. A daily job of the servers does the same.

  --dry-run  lists them and destroys nothing

Exit status: 0 done; 1 failed; 2 wrong arguments.`,
  options: { 'dry-run': { type: 'boolean' } },
} as const

await runCommand(COMMAND, ({ values }) =>
  retentionCommand({ dryRun: values['dry-run'] }, process.env, console.log),
)
