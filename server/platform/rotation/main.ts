import { createInterface } from 'node:readline'
import { rotationMessages } from '#domain/messages/rotation'
import { refuse } from '../../command-line.mjs'
import { readConfig } from '../../config.ts'
import { openDatabase, requireDatabase } from '../database/open-database.ts'
import { commandLog, complain, runCommand } from '../../run-command.ts'
import { rotateKeys } from './rotate-keys.ts'
import { holdRotationLock } from './rotation-lock.ts'

const COMMAND = {
  usage: `npm run keys:rotate [-- --yes], or node dist/keys-rotate.mjs [--yes]

Changes the main key, with the servers running or not, or continues a change that was cut off. SECURITY.md says which
key is the new one and what to do afterwards. Asks first.

  --yes    changes it without asking; needed where there is no terminal

Exit status: 0 changed; 1 not or not fully changed: run it again; 2 wrong arguments.`,
  options: { yes: { type: 'boolean' } },
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)

function fail(reason: string): never {
  complain(reason)
  process.exit(1)
}

async function isConfirmed(): Promise<boolean> {
  process.stderr.write(rotationMessages.confirm)
  for await (const line of createInterface({ input: process.stdin })) return /^y(es)?$/i.test(line.trim())
  return false
}

await runCommand(COMMAND, async ({ values: { yes } }) => {
  if (!yes && !process.stdin.isTTY) refuse(COMMAND, rotationMessages.needsYes)
  const config = readConfig(process.env)
  await requireDatabase(config)
  if (!yes && !(await isConfirmed())) fail(rotationMessages.notConfirmed)
  const { db, url, close } = await openDatabase(config, commandLog)
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
})
