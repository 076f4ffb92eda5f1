import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { switchToNext } from '../rotation/rotate-keys.ts'
import { testDatabase } from '../../test/support/database.ts'
import { makeCompany, makeLink } from '../../test/support/factories.ts'
import { auditKeyContext, sealKeyContext } from './contexts.ts'
import { announceNextKey } from './key-check.ts'
import { newHashKeys } from './hash-keys.ts'
import { mainKey, MainKeyError } from './main-key-store.ts'
import { openKeyRing } from './main-key.ts'
import { toKeyId } from './wrap.ts'

const { db } = await testDatabase()

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'intake-keys-'))
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
  await db.system('test').write(async (client) => {
    await client.keyCheck.deleteMany()
    await client.formSession.deleteMany()
  })
})

const embedded = () => ({ encryptionKey: null, previousEncryptionKey: null, databaseUrl: null, dataDir })
const external = (encryptionKey: Buffer | null) => ({
  encryptionKey,
  previousEncryptionKey: null,
  databaseUrl: 'postgresql://elsewhere/x',
  dataDir,
})
const file = () => path.join(dataDir, 'keys', 'main.key')

describe('the main key', () => {
  it('is made once with the embedded database, readable by its owner alone', async () => {
    const first = await openKeyRing(embedded(), db)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(file(), 'utf8'), 'base64')).toHaveLength(32)
    expect((await openKeyRing(embedded(), db)).currentId).toBe(first.currentId)
  })

  it('is asked for with an external database, with the way to make one', async () => {
    await expect(openKeyRing(external(null), db)).rejects.toThrow(/openssl rand -base64 32/)
  })

  it('is never made anew where a check value is, nor taken when it is another', async () => {
    await openKeyRing(embedded(), db)
    await rm(file())
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(/is missing.*restore it/)
    await expect(stat(file())).rejects.toThrow('ENOENT')

    await writeFile(file(), randomBytes(32).toString('base64'))
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(/is not the key that the stored applications/)
    await writeFile(file(), 'garbage')
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(MainKeyError)
  })

  it('is never made anew where ciphertext is, though the check value is gone', async () => {
    const ring = await openKeyRing(embedded(), db)
    const company = await makeCompany({ db })
    const link = await makeLink({ db }, company.id)
    const { wrapped } = ring.newDataKey('form_session:s')
    await db.system('test').write(async (client) => {
      await client.formSession.create({
        data: { id: 's', linkId: link.id, companyId: company.id, wrappedKey: wrapped, expiresAt: new Date() },
      })
      await client.keyCheck.deleteMany()
    })
    await rm(file())
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(/is missing/)
    await expect(openKeyRing(external(randomBytes(32)), db)).rejects.toThrow(/ENCRYPTION_KEY is not the key/)
  })

  it('is never made anew where only the key of the audit log is wrapped by it', async () => {
    const own = await testDatabase()
    const ring = await openKeyRing(embedded(), own.db)
    const wrapped = ring.wrap(randomBytes(32), auditKeyContext('chain'))
    await own.db.system('test').write(async (client) => {
      await client.auditKey.create({ data: { id: 'chain', wrapped } })
      await client.keyCheck.deleteMany()
    })
    await rm(file())
    await expect(openKeyRing(embedded(), own.db)).rejects.toThrow(`The key ${ring.currentId} is missing`)
  })

  it('is never made anew where only the key of seals is wrapped by it', async () => {
    const own = await testDatabase()
    const ring = await openKeyRing(embedded(), own.db)
    const wrappedKey = ring.wrap(randomBytes(32), sealKeyContext('a'))
    await own.db.system('test').write(async (client) => {
      const row = { fingerprint: 'a', certificate: randomBytes(8), seals: true, wrappedKey }
      await client.sealCertificate.create({ data: row })
      await client.keyCheck.deleteMany()
    })
    await rm(file())
    await expect(openKeyRing(embedded(), own.db)).rejects.toThrow(`The key ${ring.currentId} is missing`)
  })

  it('that is missing for a restored backup is named, so that the right one is found', async () => {
    const { currentId } = await openKeyRing(embedded(), db)
    const content = await readFile(file(), 'utf8')
    await rm(path.dirname(file()), { recursive: true })
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(
      `The key ${currentId} is missing from ${path.dirname(file())}, and what was encrypted with it cannot be read; ` +
        'restore it from a backup of that folder',
    )
    const other = randomBytes(32)
    await expect(openKeyRing(external(other), db)).rejects.toThrow(
      `ENCRYPTION_KEY is not the key ${currentId} that the stored applications were encrypted with`,
    )
    await mkdir(path.dirname(file()))
    await writeFile(file(), other.toString('base64'))
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(`restore the key ${currentId} from a backup`)

    // A backup of a change of keys that was under way needs both, whichever is missing.
    await writeFile(file(), content)
    const [next, nextFile] = [randomBytes(32), path.join(path.dirname(file()), 'main-0123456789abcdef.key')]
    await writeFile(nextFile, next.toString('base64'))
    await announceNextKey(db, mainKey(next, ''), newHashKeys())
    await switchToNext(db, toKeyId(next))
    expect((await openKeyRing(embedded(), db)).ids).toEqual([toKeyId(next), currentId])
    await rm(file())
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(`The key ${currentId} is missing`)
    await writeFile(file(), content)
    await rm(nextFile)
    await expect(openKeyRing(embedded(), db)).rejects.toThrow(`The key ${toKeyId(next)} is missing`)
  })

  it('is one for all nodes that start at once', async () => {
    const results = await Promise.allSettled([1, 2].map(() => openKeyRing(external(randomBytes(32)), db)))
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await db.system('test').write((client) => client.keyCheck.count())).toBe(1)
  })
})

it('refuses hash keys that were tampered with, rather than make new ones', async () => {
  const key = randomBytes(32)
  await openKeyRing(external(key), db)
  await db
    .system('test')
    .write((client) => client.keyCheck.updateMany({ data: { hashKeys: randomBytes(60) } }))
  await expect(openKeyRing(external(key), db)).rejects.toThrow(
    "The hash keys in the table KeyCheck can't be unwrapped",
  )
})
