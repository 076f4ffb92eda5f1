type Mirror = (name: string, value: string | null) => void

const PROBE = 'form_session_probe'
const memory = new Map<string, string>()
let mirror: Mirror | null = null

/** Runs an operation of a storage; null where storage throws, as in other sites' frames. */
export function attemptStorage<T>(
  act: (storage: Storage) => T,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): T | null {
  try {
    return act(window[area])
  } catch {
    return null
  }
}

/** Full or blocked storage may be readable but not writable. */
const isWritable = (): boolean =>
  attemptStorage((storage) => {
    storage.setItem(PROBE, '')
    storage.removeItem(PROBE)
    return true
  }) ?? false

/**
 * Small texts that outlive the page: in `localStorage`; where that is blocked or full, in memory and, for an embedded
 * form, in the host page.
 */
export const browserStorage = {
  isWritable,
  lasts: (): boolean => mirror !== null || isWritable(),
  get: (name: string): string | null =>
    isWritable() ? attemptStorage((storage) => storage.getItem(name)) : (memory.get(name) ?? null),
  set: (name: string, value: string): void => {
    if (isWritable()) return void attemptStorage((storage) => storage.setItem(name, value))
    memory.set(name, value)
    mirror?.(name, value)
  },
  remove: (name: string): void => {
    if (isWritable()) return void attemptStorage((storage) => storage.removeItem(name))
    memory.delete(name)
    mirror?.(name, null)
  },
  /** @param tell reports each change to the page that kept `values` */
  mirrorTo: (tell: Mirror, values: Readonly<Record<string, string>>): void => {
    mirror = tell
    for (const [name, value] of Object.entries(values)) memory.set(name, value)
  },
}
