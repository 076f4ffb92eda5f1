import { expect, it } from 'vitest'
import { requireIntact } from './require-intact.ts'
import { FileMissingError } from './storage.ts'

const logged: unknown[] = []
const services = { log: { error: (details: unknown) => void logged.push(details) } }
const ids = { document: 'one', submission: null }

/** Fails with each of these errors in turn, then resolves with the number of calls. */
function failing(...errors: Error[]) {
  let calls = 0
  return async () => {
    const error = errors[calls]
    calls += 1
    if (error) throw error
    return calls
  }
}

it('reads the row once more when its file is missing, and retries nothing else', async () => {
  const gone = new FileMissingError('No stored file')
  const read = (...errors: Error[]) =>
    requireIntact(services as Parameters<typeof requireIntact>[0], ids, failing(...errors))
  expect(await read()).toBe(1)
  expect(await read(gone)).toBe(2)
  expect(logged).toEqual([])
  await expect(read(gone, gone)).rejects.toMatchObject({ code: 'damaged_file', cause: gone })
  expect(logged).toEqual([{ err: gone, ...ids }])
  const other = new Error('disk')
  await expect(read(other)).rejects.toBe(other)
})
