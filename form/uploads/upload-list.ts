import type { UploadItem } from './upload-item.ts'

/** The rows of a queue, for whoever draws them. */
export class UploadList {
  #items: readonly UploadItem[] = []
  #listeners = new Set<() => void>()

  /** For `useSyncExternalStore`: the same list until something changes. */
  readonly items = (): readonly UploadItem[] => this.#items

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(key: string): UploadItem | undefined {
    return this.#items.find((item) => item.key === key)
  }

  set(items: readonly UploadItem[]): void {
    this.#items = items
    this.notify()
  }

  change(key: string, change: Partial<UploadItem>): void {
    this.set(this.#items.map((item) => (item.key === key ? { ...item, ...change } : item)))
  }

  drop(key: string): void {
    const preview = this.find(key)?.preview
    if (preview) URL.revokeObjectURL(preview)
    this.set(this.#items.filter((item) => item.key !== key))
  }

  clear(): void {
    for (const { key } of this.#items) this.drop(key)
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
