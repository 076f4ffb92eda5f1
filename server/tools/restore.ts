// npm run restore -- FILE   restores a backup into an empty database and an empty file store; see README.md
import { restoreCommand } from '../backup/command.ts'
import { loadEnvFile } from '../config.ts'
import { describeFailure } from '../system-error.ts'
import { operatorOutput } from './operator-output.ts'

const output = operatorOutput()

try {
  loadEnvFile()
  await restoreCommand(process.argv.slice(2), process.env, output)
} catch (error) {
  output.warn(describeFailure(error))
  process.exitCode = 1
}
