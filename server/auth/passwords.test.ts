import { describe, expect, it, vi } from 'vitest'
import * as argon2 from '@node-rs/argon2'
import { hashPassword, verifyPassword } from './passwords.ts'

// The library itself, with its calls counted.
vi.mock('@node-rs/argon2', async (original) => {
  const actual = await original<typeof argon2>()
  return { ...actual, hash: vi.fn(actual.hash), verify: vi.fn(actual.verify) }
})

describe('passwords', () => {
  it('are kept as argon2id with 19 MiB, two passes and one lane', async () => {
    expect(await hashPassword('correct-horse-1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('are told from wrong ones', async () => {
    const kept = await hashPassword('correct-horse-1')
    expect(await verifyPassword(kept, 'correct-horse-1')).toBe(true)
    expect(await verifyPassword(kept, 'correct-horse-2')).toBe(false)
  })

  it('of an unknown account cost a verification of the same hardness', async () => {
    const verify = vi.mocked(argon2.verify)
    verify.mockClear()
    expect(await verifyPassword(null, 'correct-horse-1')).toBe(false)
    expect(verify).toHaveBeenCalledTimes(1)
    expect(verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('are hashed at most four at once, all of them in the end', async () => {
    const hash = vi.mocked(argon2.hash)
    let running = 0
    let most = 0
    hash.mockImplementation(async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      return 'hash'
    })
    const hashes = await Promise.all(Array.from({ length: 11 }, () => hashPassword('x')))
    expect(hashes).toHaveLength(11)
    expect(most).toBe(4)
  })
})
