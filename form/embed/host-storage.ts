import { isKeepable, KEPT_LENGTH, keptNames } from './protocol.ts'

export type HostStorage = ReturnType<typeof createHostStorage>

/** What the forms of `origin` keep in the host page's storage, where the browser blocks their own. */
export function createHostStorage(origin: string) {
  const toKey = (name: string) => `intake ${origin} ${name}`
  return {
    /** @returns null where the host page's storage is blocked or full, too */
    read(slug: string): Record<string, string> | null {
      try {
        const probe = toKey('probe')
        localStorage.setItem(probe, ' '.repeat(KEPT_LENGTH))
        localStorage.removeItem(probe)
        const held = keptNames(slug).map((name) => [name, localStorage.getItem(toKey(name))] as const)
        return Object.fromEntries(held.filter((each): each is [string, string] => isKeepable(each[1])))
      } catch {
        return null
      }
    },
    write(slug: string, name: string, value: string | null): void {
      if (!keptNames(slug).includes(name) || (value !== null && !isKeepable(value))) return
      try {
        if (value === null) localStorage.removeItem(toKey(name))
        else localStorage.setItem(toKey(name), value)
      } catch {
        // It filled up meanwhile: the form goes on without it.
      }
    },
  }
}
