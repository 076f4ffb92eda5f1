// npm run backup -- FILE                a backup of database and files, while servers run or not; see README.md
// npm run backup -- FILE --with-keys    the same with the main keys inside
// Exit status: 0 complete, 2 made, but files were missing from the store already, 1 not made.
import { backupCommand } from '../backup/command.ts'
import { loadEnvFile } from '../config.ts'
import { describeFailure } from '../system-error.ts'
import { operatorOutput } from './operator-output.ts'

const output = operatorOutput()

try {
  loadEnvFile()
  process.exitCode = await backupCommand(process.argv.slice(2), process.env, output)
} catch (error) {
  output.warn(describeFailure(error))
  process.exitCode = 1
}
