import { setImmediate as soon } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { PHOTO_LIMITS } from '#domain/limits'
import { SMALL_HEIC } from '../../test/support/uploads.ts'
import { withoutHeic } from './heic.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024)
const half = PHOTO_LIMITS.heldMegabytes / 2

async function* photo(megabytes: number, end: Promise<void> = Promise.resolve()): AsyncGenerator<Buffer> {
  yield SMALL_HEIC
  for (let sent = 0; sent < megabytes; sent += 1) yield MEGABYTE
  await end
}

it('keeps so many bytes of photos that arrive in memory, and of one sender half of them', async () => {
  const refused = { code: 'unavailable' }
  await expect(withoutHeic(photo(half + 1), 'a')).rejects.toMatchObject(refused)
  let cut = () => {}
  const end = new Promise<void>((_resolve, reject) => {
    cut = () => reject(new Error('cut off'))
  })
  const stalling = ['a', 'b'].map((owner) =>
    withoutHeic(photo(half - 1, end), owner).catch((error: unknown) => error),
  )
  await soon()
  await expect(withoutHeic(photo(3), 'c')).rejects.toMatchObject(refused)
  cut()
  expect(await Promise.all(stalling)).toMatchObject([{ message: 'cut off' }, { message: 'cut off' }])
  expect(await withoutHeic(photo(0), 'c')).toHaveProperty('jpeg')
})
