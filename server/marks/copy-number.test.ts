import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeyRing } from '../platform/crypto/keys.ts'
import { newHashKeys } from '../platform/crypto/hash-keys.ts'
import { findCopyNumbers, isOwnCopyNumber, makeCopyNumber, readCopyNumber } from './copy-number.ts'

const hashKeys = newHashKeys()
const keys = createKeyRing(randomBytes(32), [], hashKeys)
const number = makeCopyNumber(keys, 'package')

describe('a copy number', () => {
  it('has five groups of four, and is the same each time', () => {
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
    expect(makeCopyNumber(keys, 'package')).toBe(number)
    expect(makeCopyNumber(keys, 'another')).not.toBe(number)
  })

  it('is known after the main key has changed, and to no other installation', () => {
    const afterwards = createKeyRing(randomBytes(32), [], hashKeys)
    expect(isOwnCopyNumber(afterwards, number)).toBe(true)
    expect(isOwnCopyNumber(createKeyRing(randomBytes(32)), number)).toBe(false)
  })

  it('is not known with any digit changed', () => {
    for (const [at, digit] of [...number].entries())
      if (digit !== '-') {
        const other = digit === '0' ? '1' : '0'
        const changed = number.slice(0, at) + other + number.slice(at + 1)
        expect(isOwnCopyNumber(keys, changed)).toBe(false)
      }
  })

  it.each([
    (text: string) => text.toLowerCase(),
    (text: string) => ` ${text.replaceAll('-', ' ')} `,
    (text: string) => text.replaceAll('-', ''),
    (text: string) => text.replaceAll('-', ' – '),
    (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'l'),
    (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'i'),
  ])('is read as people type it', (type) => {
    expect(readCopyNumber(type(number))).toBe(number)
  })

  it.each(['', 'none', number.slice(1), `${number}0`, number.replace(/.$/, 'U')])('is not %j', (text) => {
    expect(readCopyNumber(text)).toBeNull()
  })

  it('is found in a text, once', () => {
    expect(findCopyNumbers(`(${number}) and ${number}, not X${number} or ${number}-AAAA`)).toEqual([number])
  })
})
