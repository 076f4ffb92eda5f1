// npm run move-files -- --to STORAGE_URL   copies the file store while servers run; see server/backup/README.md
import { parseArgs } from 'node:util'
import { storeMessages } from '#domain/messages/store'
import { loadEnvFile, readConfig } from '../config.ts'
import { createStorage } from '../files/create-storage.ts'
import { moveFiles } from '../files/move-files.ts'
import { countFiles } from '../files/walk-files.ts'
import { describeFailure } from '../system-error.ts'
import { withInstallation } from './with-installation.ts'

const { moved: messages } = storeMessages
const text = { type: 'string' } as const
const open = (url: string) =>
  createStorage(readConfig({ ...process.env, STORAGE_URL: url === 'local' ? '' : url }))

try {
  loadEnvFile()
  const given = parseArgs({ options: { to: text, from: text } }).values
  if (given.to === undefined) throw new Error(messages.usage)
  const to = open(given.to)
  await withInstallation(process.env, async ({ db, storage }) => {
    const from = given.from === undefined ? storage : open(given.from)
    const id = await storage.readMark()
    if (from.place === to.place || id === null || (await from.readMark()) !== id)
      throw new Error(messages.notFrom(from.place))
    await moveFiles({ from, to, id, print: console.log })
    if (storage.place !== to.place) return console.log(messages.next(to.place))
    const { missing, named } = await countFiles({ db, storage: to })
    console.log(messages.result(missing, named, from.place))
  })
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
