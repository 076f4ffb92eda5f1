import { readFile } from 'node:fs/promises'
import { createMarker } from '../marks/marker.ts'
import { findCopy, toAnswer } from '../marks/trace.service.ts'
import { readKeyRing } from '../platform/crypto/main-key.ts'
import { complain, runCommand } from '../run-command.ts'
import { describeFailure } from '../system-error.ts'
import { withInstallation } from './with-installation.ts'

const COMMAND = {
  usage: `npm run -s trace -- FILE…, or node dist/trace.mjs FILE…

Says of each PDF, JPEG or PNG which funder it was sent to, in any company, by the copy number in it: one line of JSON a file,
null where no number of this installation is found. Works beside running servers.

Exit status: 0 done, even if no copy was traced; 1 a file is missing; 2 wrong arguments.`,
  operands: [1, Infinity],
} as const

await runCommand(COMMAND, async ({ positionals }) => {
  let areAllThere = true
  const marker = createMarker()
  await withInstallation(process.env, async ({ config, db }) => {
    const keys = await readKeyRing(config, db)
    for (const file of positionals) {
      try {
        const numbers = await marker.read(await readFile(file))
        const found = await db.system('maintenance').read((client) => findCopy(client, keys, numbers))
        process.stdout.write(`${JSON.stringify(found && toAnswer(found))}\n`)
      } catch (error) {
        complain(`${file}: ${describeFailure(error)}`)
        areAllThere = false
      }
    }
  }).finally(() => marker.close())
  return areAllThere ? 0 : 1
})
