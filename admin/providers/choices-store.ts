import { memoryStore, type Store } from 'react-admin'
import { parseJson, toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { PAGES } from '#domain/pages'

/**
 * Keeps react-admin's store in memory, as it may hold searches, which may be personal data. Hidden columns, page sizes
 * the shortcuts switch and the id of a long job are kept per user in this browser, beyond a sign-out.
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
      if (key === JOB) write(toJobKey(userId), value)
      if (choice === 'perPage') write(toPageSizeKey(userId, list), value)
    },
  }
}

export const SHORTCUTS = 'panel.shortcuts'
export const JOB = 'panel.job'

const toShortcutsKey = (userId: string): string => `shortcuts:${userId}`
const toJobKey = (userId: string): string => `job:${userId}`
const toColumnsKey = (userId: string, list: string): string => `columns:${userId}:${list}`
const toPageSizeKey = (userId: string, list: string): string => `page-size:${userId}:${list}`

function readChoices(userId: string): Record<string, unknown> {
  const choices: Record<string, unknown> = {
    [SHORTCUTS]: read(toShortcutsKey(userId)) !== false,
    [JOB]: toText(read(toJobKey(userId))),
  }
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
