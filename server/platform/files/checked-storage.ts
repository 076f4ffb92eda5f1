import pTimeout from 'p-timeout'
import { observe } from '../../observe.ts'
import type { Services } from '../../services.ts'
import { StorageUnavailableError, type Storage } from './storage.ts'

const TIMEOUT_MS = 5000

/** A store that is only unreachable does not stop the start: forms and submits work without files. */
export async function checkStore(store: Storage, log: Pick<Services['log'], 'warn'>): Promise<boolean> {
  try {
    const message = new StorageUnavailableError(`The file store does not answer within ${TIMEOUT_MS} ms`)
    await pTimeout(store.healthy(), { milliseconds: TIMEOUT_MS, message })
    return true
  } catch (error) {
    if (!(error instanceof StorageUnavailableError) || error.refused) throw error
    log.warn({ err: error }, 'the file store does not answer; starting without it')
    return false
  }
}

type CheckedStorage = Storage & { check(): Promise<void> }

/** Every use runs `check` until it has passed once, so that a late store is used as soon as it responds. */
export function checkedStorage(storage: Storage, check: () => Promise<unknown>): CheckedStorage {
  let passed: Promise<unknown> | null = null
  const checkOnce = async (): Promise<void> => {
    passed ??= check()
    try {
      await passed
    } catch (error) {
      passed = null
      throw error
    }
  }
  const checked =
    <Args extends unknown[], Result>(name: string, use: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await checkOnce()
      return observe({ kind: 'storage', name }, () => use(...args))
    }
  return {
    ...storage,
    check: checkOnce,
    put: checked('put', storage.put),
    open: checked('open', storage.open),
    remove: checked('remove', storage.remove),
    exists: checked('exists', storage.exists),
    move: checked('move', storage.move),
    healthy: checked('healthy', storage.healthy),
    async *list(folder) {
      await checkOnce()
      yield* storage.list(folder)
    },
  }
}
