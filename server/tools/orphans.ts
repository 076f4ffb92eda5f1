// npm run orphans                lists the stored files that no row names, and those in quarantine
// npm run orphans -- --confirm   moves the former to the quarantine, however many there are
import { loadEnvFile } from '../config.ts'
import { describeFailure } from '../system-error.ts'
import { orphansCommand } from './orphans-command.ts'

try {
  loadEnvFile()
  await orphansCommand(process.argv.slice(2), process.env, (line) => console.log(line))
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
