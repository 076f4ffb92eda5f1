import { storeMessages } from '#domain/messages/store'
import { refuse } from '../command-line.mjs'
import { readConfig } from '../config.ts'
import { createStorage } from '../platform/files/create-storage.ts'
import { countFiles } from '../platform/files/walk-files.ts'
import { runCommand } from '../run-command.ts'
import { withInstallation } from './with-installation.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  FileMissingError,
  isStorageUsed,
  isUnfinished,
  QUARANTINE,
  STORAGE_FOLDERS,
  type Storage,
} from '../platform/files/storage.ts'

const AT_ONCE = 8

type Move = { from: Storage; to: Storage; id: string; print: (line: string) => void }

async function moveFiles(move: Move): Promise<void> {
  const { to, id } = move
  const begun = `${QUARANTINE}/.${id}`
  const mark = await to.readMark()
  const isOwn = mark === null
  if (isOwn ? (await isStorageUsed(to)) && !(await to.exists(begun)) : mark !== id)
    throw new Error(storeMessages.moved.inUse(to.place))
  if (isOwn) await to.put(begun, Readable.from([Buffer.from(id)]))
  // A run that was killed may not have compared its last copies.
  let isCompared = !isOwn
  while ((await copyAll(move, isOwn, isCompared)) > AT_ONCE) isCompared = true
  await to.writeMark(id)
  await to.remove(begun)
}

async function copyAll({ from, to, print }: Move, isOwn: boolean, isCompared: boolean): Promise<number> {
  let copied = 0
  for (const folder of [...STORAGE_FOLDERS, QUARANTINE] as const) {
    const there = new Set<string>()
    for await (const { name } of to.list(folder)) if (!isUnfinished(name)) there.add(name)
    const files = from.list(folder)
    const lane = async () => {
      for await (const { name } of files) {
        const isThere = there.delete(name)
        if (isUnfinished(name) || (isThere && isCompared)) continue
        try {
          if (isThere && (await isSame(from, to, name))) continue
          await to.put(name, await from.open(name))
          if (!(await isSame(from, to, name))) throw new Error(storeMessages.moved.differs(name))
          if (++copied % 1000 === 0) print(storeMessages.moved.copied(copied))
        } catch (error) {
          // A server removed it meanwhile, as when its application was destroyed.
          if (!(error instanceof FileMissingError)) throw error
          await to.remove(name)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    if (isOwn) for (const name of there) if (!(await from.exists(name))) await to.remove(name)
  }
  print(storeMessages.moved.copied(copied))
  return copied
}

/** Files are sealed, so bytes are compared as they are stored. */
const isSame = async (from: Storage, to: Storage, name: string): Promise<boolean> =>
  (await digest(from, name)) === (await digest(to, name))

async function digest(storage: Storage, name: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await storage.open(name)) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}

const { moved: messages } = storeMessages
const COMMAND = {
  usage: `npm run move-files -- --to STORE [--from STORE], or node dist/move-files.mjs --to STORE [--from STORE]

Copies the file store while servers run, and compares every copy. server/platform/backup/README.md says more.

  --to     the new store: s3://bucket?endpoint=…, or local for DATA_DIR/files
  --from   the earlier store, once the servers use the new one; STORAGE_URL's by default

Exit status: 0 done; 1 failed: run it again; 2 wrong arguments.`,
  options: { to: { type: 'string' }, from: { type: 'string' } },
} as const

const open = (url: string) =>
  createStorage(readConfig({ ...process.env, STORAGE_URL: url === 'local' ? '' : url, STORAGE_URL_FILE: '' }))

await runCommand(COMMAND, async ({ values: given }) => {
  if (given.to === undefined) refuse(COMMAND, messages.toIsMissing)
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
})
