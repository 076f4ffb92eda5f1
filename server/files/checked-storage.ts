import type { Storage } from './storage.ts'

export type CheckedStorage = Storage & {
  /** @throws whatever the check throws */
  check(): Promise<void>
}

/**
 * A storage that is used only after `check` has passed once. Until then every use tries it, so that a server that was
 * started while the storage did not answer uses it as soon as it does.
 */
export function checkedStorage(storage: Storage, check: () => Promise<unknown>): CheckedStorage {
  let passed: Promise<void> | null = null
  const once = async (): Promise<void> => {
    passed ??= check().then(() => {})
    try {
      await passed
    } catch (error) {
      passed = null
      throw error
    }
  }
  const after =
    <Given extends unknown[], Result>(use: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      await once()
      return use(...given)
    }
  return {
    place: storage.place,
    check: once,
    put: after(storage.put),
    open: after(storage.open),
    remove: after(storage.remove),
    exists: after(storage.exists),
    move: after(storage.move),
    healthy: after(storage.healthy),
    readMark: storage.readMark,
    writeMark: storage.writeMark,
    async *list(folder) {
      await once()
      yield* storage.list(folder)
    },
  }
}
