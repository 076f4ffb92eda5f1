import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { columnContext, formSessionKeyContext } from './contexts.ts'
import { encryptChunks, FILE_OVERHEAD_BYTES, openVerified, readVerified } from './file-cipher.ts'
import { newHashKeys, unwrapHashKeys, wrapHashKeys } from './hash-keys.ts'
import { createKeyRing } from './keys.ts'
import { openBytes, openText, sealBytes, SealError } from './seal.ts'
import { toWrappingKey } from './wrap.ts'

const key = randomBytes(32)
const context = columnContext('FormSubmission', 'formData', 'row-1', 'company-1')

const flipped = (sealed: Buffer, at: number): Buffer => {
  const copy = Buffer.from(sealed)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a sealed value', () => {
  const sealed = sealBytes(key, 'Peña: 123-45-6789', context)

  it('opens where it was sealed for, and shows nothing of what it holds', () => {
    expect(openText(key, sealed, context)).toBe('Peña: 123-45-6789')
    expect(sealed.toString('latin1')).not.toContain('123-45')
    expect(sealBytes(key, 'Peña: 123-45-6789', context)).not.toEqual(sealed)
  })

  it.each([
    ['row', columnContext('FormSubmission', 'formData', 'row-2', 'company-1')],
    ['column', columnContext('FormSubmission', 'signatures', 'row-1', 'company-1')],
    ['table', columnContext('FormSession', 'formData', 'row-1', 'company-1')],
    ['company', columnContext('FormSubmission', 'formData', 'row-1', 'company-2')],
  ])('does not open in another %s', (_where, elsewhere) => {
    expect(() => openBytes(key, sealed, elsewhere)).toThrow(SealError)
  })

  it('does not open once a single bit of it has changed, nor cut short, nor under another key', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      expect(() => openBytes(key, flipped(sealed, at), context)).toThrow(SealError)
    }
    for (const length of [0, 1, 28, sealed.length - 1]) {
      expect(() => openBytes(key, sealed.subarray(0, length), context)).toThrow(SealError)
    }
    expect(() => openBytes(randomBytes(32), sealed, context)).toThrow(SealError)
  })
})

describe('the key ring', () => {
  const main = randomBytes(32)
  const hashKeys = newHashKeys()
  const ring = createKeyRing(main, [], hashKeys)
  const where = formSessionKeyContext('session-1', 'company-1')

  it('gives back a wrapped key after a restart, for its own row only', () => {
    const { key: dataKey, wrapped } = ring.newDataKey(where)
    const later = createKeyRing(main)
    expect(later.currentId).toBe(ring.currentId)
    expect(later.unwrap(wrapped, where)).toEqual(dataKey)
    expect(() => later.unwrap(wrapped, formSessionKeyContext('session-1', 'company-2'))).toThrow(SealError)
    expect(() => later.unwrap(wrapped, formSessionKeyContext('session-2', 'company-1'))).toThrow(SealError)
    expect(wrapped.includes(dataKey)).toBe(false)
  })

  it('says that a key was wrapped under another main key', () => {
    const { wrapped } = createKeyRing(randomBytes(32)).newDataKey(where)
    expect(() => ring.unwrap(wrapped, where)).toThrow(/wrapped under the key [0-9a-f]{16}/)
  })

  it('hashes apart what is apart, and differs by purpose', () => {
    expect(ring.mac('form-session', 'a', 'bc')).not.toEqual(ring.mac('form-session', 'ab', 'c'))
    expect(ring.mac('form-session', 'a')).not.toEqual(ring.mac('throttle', 'a'))
    expect(ring.verifyMac(ring.mac('throttle', 'a'), 'throttle', 'a')).toBe(true)
    expect(ring.verifyMac(ring.mac('throttle', 'a').subarray(1), 'throttle', 'a')).toBe(false)
  })

  it('hashes a number apart for each company and each kind', () => {
    const number = '123456789'
    const hash = ring.blindIndex('ssn', 'company-1', number)
    expect(createKeyRing(main, [], hashKeys).blindIndex('ssn', 'company-1', number)).toBe(hash)
    expect(ring.blindIndex('ssn', 'company-2', number)).not.toBe(hash)
    expect(ring.blindIndex('taxId', 'company-1', number)).not.toBe(hash)
    expect(ring.sharedBlindIndexes('ssn', number)).not.toContain(hash)
  })

  it('wraps under the current key, and unwraps what is under the others', () => {
    const next = randomBytes(32)
    const both = createKeyRing(next, [main])
    const { key: dataKey, wrapped } = ring.newDataKey(where)
    expect(both.unwrap(wrapped, where)).toEqual(dataKey)

    const alone = createKeyRing(next)
    expect(both.ids).toEqual([alone.currentId, ring.currentId])
    expect(alone.unwrap(both.newDataKey(where).wrapped, where)).toHaveLength(32)
    expect(() => alone.unwrap(wrapped, where)).toThrow(SealError)
  })

  it('keeps its hashes when the main key changes', () => {
    const later = createKeyRing(main, [], hashKeys)
    later.useMainKeys({ current: { bytes: randomBytes(32) }, others: [{ bytes: main }] })
    expect(later.currentId).not.toBe(ring.currentId)
    expect(later.mac('form-session', 'a')).toEqual(ring.mac('form-session', 'a'))
    expect(later.blindIndex('ssn', 'c', '123456789')).toBe(ring.blindIndex('ssn', 'c', '123456789'))
  })

  it('verifies and finds by older hash keys too, and makes hashes by the first', () => {
    const older = newHashKeys()
    const both = newHashKeys()
    both['mac:form-session'].push(...older['mac:form-session'])
    both['company-index:ssn'].push(...older['company-index:ssn'])
    const [earlier, now] = [createKeyRing(main, [], older), createKeyRing(main, [], both)]
    expect(now.verifyMac(earlier.mac('form-session', 'a'), 'form-session', 'a')).toBe(true)
    expect(now.verifyMac(earlier.mac('form-session', 'a'), 'form-session', 'b')).toBe(false)
    expect(now.verifyMac(earlier.mac('throttle', 'a'), 'throttle', 'a')).toBe(false)
    expect(now.mac('form-session', 'a')).not.toEqual(earlier.mac('form-session', 'a'))
    const number = ['ssn', 'company-1', '123456789'] as const
    expect(now.blindIndexes(...number)).toEqual([now.blindIndex(...number), earlier.blindIndex(...number)])
  })

  it('takes no main key of another length', () => {
    expect(() => createKeyRing(randomBytes(16))).toThrow(/16 bytes/)
  })
})

describe('hash keys', () => {
  it('come back as they were from under the main key that wraps them, and under no other', () => {
    const [main, other] = [toWrappingKey(randomBytes(32)), toWrappingKey(randomBytes(32))]
    const keys = newHashKeys()
    const wrapped = wrapHashKeys(main, keys)
    expect(unwrapHashKeys(main, wrapped)).toEqual(keys)
    expect(() => unwrapHashKeys(other, wrapped)).toThrow(SealError)
    expect(() => unwrapHashKeys(main, wrapHashKeys({ ...main, id: other.id }, keys))).toThrow(SealError)
  })

  it('are all different', () => {
    const keys = Object.values(newHashKeys()).flat()
    expect(new Set(keys.map((one) => one.toString('hex'))).size).toBe(keys.length)
  })
})

describe('an encrypted file', () => {
  const store = (content: Buffer) => {
    const chunks = content.length > 0 ? [content.subarray(0, 5), content.subarray(5)] : []
    return buffer(encryptChunks(key, 'file:document:1', chunks))
  }
  /** In chunks of `size` bytes, as a disk or a network would hand it over. */
  const inChunks = (sealed: Buffer, size: number) => async () =>
    Readable.from(
      Array.from({ length: Math.ceil(sealed.length / size) }, (_none, i) =>
        sealed.subarray(i * size, (i + 1) * size),
      ),
    )

  it.each([0, 1, 15, 16, 17, 1000, 200_000])(
    'of %i bytes comes back as it was, however it arrives',
    { tags: ['long'] },
    async (size) => {
      const content = randomBytes(size)
      const sealed = await store(content)
      expect(sealed).toHaveLength(size + FILE_OVERHEAD_BYTES)
      for (const chunk of [1000, 65_536]) {
        expect(await buffer(await openVerified(inChunks(sealed, chunk), key, 'file:document:1'))).toEqual(
          content,
        )
      }
      if (size < 20)
        expect(await readVerified(await inChunks(sealed, 1)(), key, 'file:document:1')).toEqual(content)
    },
  )

  it('hands out nothing once it was changed, cut or swapped', async () => {
    const sealed = await store(randomBytes(100_000))
    const open = (bytes: Buffer, where = 'file:document:1') =>
      openVerified(inChunks(bytes, 65_536), key, where)
    await expect(open(flipped(sealed, 50_000))).rejects.toThrow(SealError)
    await expect(open(flipped(sealed, sealed.length - 1))).rejects.toThrow(SealError)
    await expect(open(sealed.subarray(0, 60_000))).rejects.toThrow(SealError)
    await expect(open(sealed.subarray(0, 7))).rejects.toThrow(SealError)
    await expect(open(Buffer.alloc(0))).rejects.toThrow(SealError)
    await expect(open(sealed, 'file:document:2')).rejects.toThrow(SealError)
  })
})
