import { expect, it } from 'vitest'
import { retryIfMoved } from './retry-if-moved.ts'
import { FileMissingError } from './storage.ts'

/** Work that fails with each of these in turn, and then answers how often it was begun. */
function failing(...errors: Error[]) {
  let begun = 0
  return async () => {
    const error = errors[begun]
    begun += 1
    if (error) throw error
    return begun
  }
}

it('reads the row once more when its file has gone, and no more often, nor for anything else', async () => {
  const gone = new FileMissingError('No stored file')
  expect(await retryIfMoved(failing())).toBe(1)
  expect(await retryIfMoved(failing(gone))).toBe(2)
  await expect(retryIfMoved(failing(gone, gone))).rejects.toBe(gone)
  const other = new Error('disk')
  await expect(retryIfMoved(failing(other))).rejects.toBe(other)
})
