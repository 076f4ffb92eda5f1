// npm run retention                destroys now what the companies' retention periods are over for, as every night
// npm run retention -- --dry-run   lists it and destroys nothing
import { loadEnvFile } from '../config.ts'
import { describeFailure } from '../system-error.ts'
import { retentionCommand } from './retention-command.ts'

try {
  loadEnvFile()
  await retentionCommand(process.argv.slice(2), process.env, (line) => console.log(line))
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
