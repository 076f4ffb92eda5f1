import { rotationMessages } from '#domain/messages/rotation'
import type { KeyRing } from '../crypto/keys.ts'
import { SealError } from '../crypto/seal.ts'
import type { Database } from '../database/db.ts'
import type { Storage } from '../files/storage.ts'
import { describeError } from '../http/log.ts'
import { documentsUnderOther, sessionsUnderOther } from './left-behind.ts'
import { rebindPasswordResets } from './password-resets.ts'
import { reencryptDocument } from './re-encrypt-document.ts'
import { reencryptSession, type Reencrypted } from './re-encrypt-session.ts'
import { rewrapColumns } from './wrapped-columns.ts'

/** `lost` names files that were missing or damaged; `failed` has a line for each record that could not be read. */
export type Work = { rows: number; files: number; lost: string[]; failed: string[] }

type Needs = { db: Database; keys: KeyRing; storage: Storage }

/** Records at a time: two wait for the disk while two are encrypted, and the servers keep room to work. */
const AT_ONCE = 4
const TELL_EVERY = 1000
const ATTEMPTS = 3

/** Goes once through everything that is not under the current main key. */
export async function reencryptAll(services: Needs, say: (line: string) => void): Promise<Work> {
  const { db, keys } = services
  const work: Work = { rows: 0, files: 0, lost: [], failed: [] }
  const each = async (
    ids: AsyncGenerator<string>,
    what: string,
    one: (id: string) => Promise<Reencrypted>,
  ) => {
    const worker = async () => {
      for await (const id of shared) {
        try {
          const { files, lost } = await patiently(() => one(id))
          work.rows += 1
          work.files += files
          work.lost.push(...lost)
          if (work.rows % TELL_EVERY === 0) say(rotationMessages.rowsSoFar(work.rows))
        } catch (error) {
          const { type, message } = describeError(error)
          work.failed.push(rotationMessages.failed(`${what} ${id}`, message || type))
        }
      }
    }
    const shared = oneByOne(ids)
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
  const columns = await rewrapColumns(services)
  work.rows += columns.rows
  work.failed.push(...columns.failed)
  await rebindPasswordResets(services)
  await each(sessionsUnderOther(db, keys.currentId), 'form session', (id) => reencryptSession(services, id))
  await each(documentsUnderOther(db, keys.currentId), 'document', (id) => reencryptDocument(services, id))
  return work
}

/** What fails for another reason than a record that does not open may have met somebody else's work: tried again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof SealError || attempt === ATTEMPTS) throw error
    }
  }
}

/** The same source for several readers, none of which ends it for the others. */
const oneByOne = (ids: AsyncGenerator<string>) => ({
  [Symbol.asyncIterator]: () => ({ next: () => ids.next() }),
})
