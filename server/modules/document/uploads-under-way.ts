import { perDatabase } from '../../database/per-database.ts'

/** Other uploads' ids, and the sum of what they hold. */
type Others = { ids: string[]; amount: number }

/**
 * Uploads in progress in this process. The quotas count stored rows plus these; uploads on other nodes are
 * not known.
 */
class UploadsUnderWay {
  readonly #held = new Map<string, Map<string, number>>()

  /** @returns what others held before */
  hold(key: string, id: string, amount: number): Others {
    const held = this.#held.get(key) ?? new Map<string, number>()
    this.#held.set(key, held)
    const others = { ids: [...held.keys()], amount: [...held.values()].reduce((sum, each) => sum + each, 0) }
    held.set(id, amount)
    return others
  }

  release(key: string, id: string): void {
    const held = this.#held.get(key)
    held?.delete(id)
    if (held?.size === 0) this.#held.delete(key)
  }
}

export const uploadsUnderWay = perDatabase(() => new UploadsUnderWay())
