import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { storeMessages } from '#domain/messages/store'
import { FileMissingError, isStorageUsed, isUnfinished, QUARANTINE, STORAGE_FOLDERS } from './storage.ts'
import type { Storage } from './storage.ts'

const AT_ONCE = 8

type Move = { from: Storage; to: Storage; id: string; print: (line: string) => void }

/** Copies the files of a store that servers use, and marks the other one as the installation's. */
export async function moveFiles(move: Move): Promise<void> {
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
