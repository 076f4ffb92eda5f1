// npm run keys:rotate   changes the main key, with the servers running or not; see rotate-keys.ts
import { rotationMessages } from '#domain/messages/rotation'
import { readConfig, loadEnvFile } from '../config.ts'
import { openDatabase, requireDatabase } from '../database/open-database.ts'
import { describeFailure } from '../system-error.ts'
import { rotateKeys } from './rotate-keys.ts'
import { holdRotationLock } from './rotation-lock.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

function fail(reason: string): never {
  complain(reason)
  process.exit(1)
}

async function run(): Promise<void> {
  loadEnvFile()
  const config = readConfig(process.env)
  await requireDatabase(config)
  const words = (...parts: unknown[]) => complain(parts.filter((part) => typeof part === 'string').join(' '))
  const log = { info: () => {}, warn: words, error: words }
  const { db, url, close } = await openDatabase(config, log)
  try {
    const lock = await holdRotationLock(url, () => fail(rotationMessages.refusals.lockLost))
    try {
      await rotateKeys({ config, db, say })
    } finally {
      await lock.release()
    }
  } finally {
    await close()
  }
}

try {
  await run()
} catch (error) {
  fail(describeFailure(error))
}
