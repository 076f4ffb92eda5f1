import { memoryStore, type Store } from 'react-admin'
import { parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { PAGES } from '#domain/pages'

/**
 * Keeps react-admin's store in memory, as it may hold searches, which may be personal data. Hidden columns, page sizes
 * and the shortcuts switch are kept per user in this browser, beyond a sign-out.
 */
export function createChoicesStore(userId: string): Store {
  const store = memoryStore(readChoices(userId))
  return {
    ...store,
    setItem: (key, value) => {
      store.setItem(key, value)
      const [list = '', choice] = key.split('.')
      if (choice === 'datatable') write(toColumnsKey(userId, list), value)
      if (key === SHORTCUTS) write(toShortcutsKey(userId), value)
      if (choice === 'perPage') write(toPageSizeKey(userId, list), value)
    },
  }
}

export const SHORTCUTS = 'panel.shortcuts'

const toShortcutsKey = (userId: string): string => `shortcuts:${userId}`
const toColumnsKey = (userId: string, list: string): string => `columns:${userId}:${list}`
const toPageSizeKey = (userId: string, list: string): string => `page-size:${userId}:${list}`

function readChoices(userId: string): Record<string, unknown> {
  const choices: Record<string, unknown> = { [SHORTCUTS]: read(toShortcutsKey(userId)) !== false }
  for (const { key: list } of PAGES) {
    const hidden = read(toColumnsKey(userId, list))
    if (Array.isArray(hidden))
      choices[`${list}.datatable`] = hidden.filter((name) => typeof name === 'string')
    const size = LIMITS.pageSizes.find((one) => one === read(toPageSizeKey(userId, list)))
    if (size !== undefined) choices[`${list}.perPage`] = size
  }
  return choices
}

const read = (key: string): unknown => parseJson(localStorage.getItem(key) ?? '')

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // If the storage is full, the choice is lost.
  }
}
