import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { createKeyRing } from '../platform/crypto/keys.ts'
import { openPools } from '../platform/database/db.ts'
import { testDatabase } from '../test/support/database.ts'
import { addressKey, refund, throttle } from './throttle.ts'

const { db, url } = await testDatabase()
const keys = createKeyRing(randomBytes(32))
const config = { rateLimit: true }
const services = { config, db, keys }
const { max, seconds } = RATES.loginPerAccount

const tries = (count: number, ...parts: string[]) =>
  Promise.allSettled(Array.from({ length: count }, () => throttle(services, 'loginPerAccount', ...parts)))
const refused = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'rejected')

beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

describe('throttle', () => {
  it('lets exactly the allowed number through, even all at once, and tells when to try again', async () => {
    const results = await tries(max + 5, 'ann@example.com')
    const [first, ...others] = refused(results)
    expect(others).toHaveLength(4)
    expect(first).toMatchObject({ reason: { code: 'too_many_requests', status: 429 } })
    const retryAfter = first?.status === 'rejected' ? Number(first.reason.retryAfter) : 0
    expect(retryAfter).toBeGreaterThan(seconds - 10)
    expect(retryAfter).toBeLessThanOrEqual(seconds)
  })

  it('counts each key and each rate by itself', async () => {
    await tries(max, 'ann@example.com')
    expect(refused(await tries(1, 'bob@example.com'))).toHaveLength(0)
    await expect(throttle(services, 'loginPerAddress', 'ann@example.com')).resolves.toMatchObject({
      tries: RATES.loginPerAddress.max - 1,
    })
    expect(refused(await tries(1, 'ann@example.com'))).toHaveLength(1)
  })

  it('counts over all nodes', async () => {
    await tries(max, 'ann@example.com')
    const other = openPools(url, { max: 1 })
    await expect(
      throttle({ config, db: other, keys }, 'loginPerAccount', 'ann@example.com'),
    ).rejects.toThrow()
    await other.close()
  })

  it('begins anew when the window has passed', async () => {
    await tries(max + 3, 'ann@example.com')
    await db
      .system('test')
      .write((client) => client.throttleBucket.updateMany({ data: { expiresAt: new Date(0) } }))
    expect(refused(await tries(max, 'ann@example.com'))).toHaveLength(0)
  })

  it('forgets a try that is given back', async () => {
    await tries(max, 'ann@example.com')
    await refund(services, 'loginPerAccount', 'ann@example.com')
    expect(refused(await tries(2, 'ann@example.com'))).toHaveLength(1)
  })

  it('keeps no key in clear', async () => {
    await tries(1, 'ann@example.com')
    const rows = await db.system('test').write((client) => client.throttleBucket.findMany())
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('ann')
  })

  it('does nothing when it is switched off', async () => {
    for (let count = 0; count < max + 1; count++) {
      await throttle({ config: { rateLimit: false }, db, keys }, 'loginPerAccount', 'ann@example.com')
    }
    expect(await db.system('test').write((client) => client.throttleBucket.count())).toBe(0)
  })
})

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (ip, key) => expect(addressKey(ip)).toBe(key))
})
