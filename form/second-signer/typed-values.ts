import type { Values } from '#domain/catalogue/values'
import { attemptStorage } from '../browser-storage.ts'
import { PAGE_TOKEN } from '../page-token.ts'

/** Keeps what was typed over a reload. It goes once it is sent, and with the tab. */
export function typedValues(token: string, names: readonly string[]) {
  const toKey = (name: string) => `${PAGE_TOKEN}typed:${token}:${name}`
  return {
    read: (): Values =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = attemptStorage((storage) => storage.getItem(toKey(name)), 'sessionStorage')
          return value === null ? [] : [[name, value]]
        }),
      ),
    keep(name: string, value: string): void {
      if (names.includes(name))
        attemptStorage((storage) => storage.setItem(toKey(name), value), 'sessionStorage')
    },
    forget(): void {
      for (const name of names) attemptStorage((storage) => storage.removeItem(toKey(name)), 'sessionStorage')
    },
  }
}
