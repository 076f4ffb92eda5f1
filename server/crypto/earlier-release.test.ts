import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../database/transactions.ts'
import { testDatabase } from '../test/support/database.ts'
import { retiredMacKeyContext } from './contexts.ts'
import { newHashKeys } from './hash-keys.ts'
import { announceNextKey, writeFirstCheck } from './key-check.ts'
import { createKeyRing } from './keys.ts'
import { mainKey } from './main-key-store.ts'
import { openKeyRing, readKeyRing } from './main-key.ts'
import { toKeyId } from './wrap.ts'

const { db } = await testDatabase()
const [retired, previous, current] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const NUMBER = '123456789'

const config = (encryptionKey: Buffer, previousEncryptionKey: Buffer | null = null) => ({
  encryptionKey,
  previousEncryptionKey,
  databaseUrl: 'postgresql://elsewhere/x',
  dataDir: '/nowhere',
})

/** How earlier releases made keys, MACs and blind indexes; written out here as data depends on it. */
const derive = (main: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', main, Buffer.alloc(0), `intake:${use}`, 32))
const earlierMac = (main: Buffer, purpose: string, part: string) =>
  createHmac('sha256', derive(main, `mac:${purpose}`))
    .update(`${Buffer.byteLength(part)}:${part}`)
    .digest()
const earlierIndex = (main: Buffer, company: string) => {
  const root = derive(main, 'company-index:ssn')
  const key = createHmac('sha256', root).update(`intake:company:${company}`).update(Buffer.of(1)).digest()
  return createHmac('sha256', key).update(NUMBER).digest('base64url')
}
const earlierSharedIndex = (main: Buffer) =>
  createHmac('sha256', derive(main, 'index:ssn')).update(NUMBER).digest('base64url')

const hashKeysMissing = () =>
  asSystem(db, 'test', (client) => client.keyCheck.count({ where: { hashKeys: null } }))

describe('a database of an earlier release, which derived hash keys from the main key', () => {
  beforeEach(async () => {
    await asSystem(db, 'test', async (client) => {
      await client.keyCheck.deleteMany()
      await client.retiredKey.deleteMany()
    })
    await writeFirstCheck(db, mainKey(current, ''))
    await asSystem(db, 'test', (client) => client.keyCheck.updateMany({ data: { hashKeys: null } }))
  })

  /** As while keys are changed from `previous` to `current`. */
  const beginChange = async () => {
    await announceNextKey(db, mainKey(previous, ''), newHashKeys())
    await asSystem(db, 'test', (client) =>
      client.keyCheck.updateMany({
        where: { keyId: toKeyId(previous) },
        data: { state: 'previous', hashKeys: null },
      }),
    )
  }
  const retire = (under: Buffer, context = retiredMacKeyContext(toKeyId(retired))) =>
    asSystem(db, 'test', (client) => {
      const formSessionMac = createKeyRing(under).wrap(derive(retired, 'mac:form-session'), context)
      return client.retiredKey.create({ data: { keyId: toKeyId(retired), formSessionMac } })
    })

  it('keeps its MACs and blind indexes, from the first start on', async () => {
    const purposes = ['form-session', 'submission-values', 'throttle', 'password-reset'] as const
    const ring = await openKeyRing(config(current), db)
    expect(await hashKeysMissing()).toBe(0)
    for (const keys of [ring, await openKeyRing(config(current), db)]) {
      for (const purpose of purposes)
        expect(keys.mac(purpose, 'a')).toEqual(earlierMac(current, purpose, 'a'))
      expect(keys.blindIndex('ssn', 'company', NUMBER)).toBe(earlierIndex(current, 'company'))
      expect(keys.sharedBlindIndexes('ssn', NUMBER)).toEqual([earlierSharedIndex(current)])
    }
  })

  it('is read without being changed by commands that only read', async () => {
    const ring = await readKeyRing(config(current), db)
    expect(ring.mac('form-session', 'a')).toEqual(earlierMac(current, 'form-session', 'a'))
    expect(await hashKeysMissing()).toBe(1)
  })

  it('still verifies tokens of a main key that was retired before', async () => {
    await retire(current)
    for (let start = 0; start < 2; start += 1) {
      const ring = await openKeyRing(config(current), db)
      expect(ring.verifyMac(earlierMac(retired, 'form-session', 'a'), 'form-session', 'a')).toBe(true)
      expect(ring.verifyMac(earlierMac(retired, 'throttle', 'a'), 'throttle', 'a')).toBe(false)
      expect(ring.mac('form-session', 'a')).toEqual(earlierMac(current, 'form-session', 'a'))
    }
    const kept = await asSystem(db, 'test', (client) => client.retiredKey.findMany())
    expect(kept).toMatchObject([{ keyId: toKeyId(retired), formSessionMac: null }])
  })

  it('starts without a retired MAC key that is damaged, and says so once', async () => {
    await retire(current, 'another row')
    const damaged: string[] = []
    const open = () => openKeyRing(config(current), db, (key) => void damaged.push(key))
    await open()
    const ring = await open()
    expect(damaged).toEqual([toKeyId(retired)])
    expect(ring.verifyMac(earlierMac(retired, 'form-session', 'a'), 'form-session', 'a')).toBe(false)
  })

  it('verifies and finds what both main keys made, where a change of keys was cut off', async () => {
    await beginChange()
    await retire(previous)
    await openKeyRing(config(current, previous), db)
    expect(await hashKeysMissing()).toBe(0)
    const ring = await openKeyRing(config(current, previous), db)
    for (const main of [current, previous, retired])
      expect(ring.verifyMac(earlierMac(main, 'form-session', 'a'), 'form-session', 'a')).toBe(true)
    expect(ring.blindIndexes('ssn', 'company', NUMBER)).toEqual([
      earlierIndex(current, 'company'),
      earlierIndex(previous, 'company'),
    ])
  })

  it('gives every process that starts at once the same hash keys', async () => {
    const rings = await Promise.all([1, 2, 3].map(() => openKeyRing(config(current), db)))
    for (const ring of rings) expect(ring.mac('throttle', 'a')).toEqual(earlierMac(current, 'throttle', 'a'))
  })
})

it('refuses hash keys that were tampered with, rather than make new ones', async () => {
  await asSystem(db, 'test', (client) => client.keyCheck.deleteMany())
  const key = randomBytes(32)
  await openKeyRing(config(key), db)
  await asSystem(db, 'test', (client) => client.keyCheck.updateMany({ data: { hashKeys: randomBytes(60) } }))
  await expect(openKeyRing(config(key), db)).rejects.toThrow(
    "The hash keys in the table KeyCheck can't be unwrapped",
  )
})
