import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/form'
import type { uploadsPart } from '../later-parts.ts'
import { pauseUntilOnline } from '../calls/pause.ts'
import type { HeldFile, UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

/** What handles files and what shows them. */
export type LoadedUploads = {
  queue: UploadQueue
  Rows: Awaited<ReturnType<typeof uploadsPart>>['UploadRows']
}

const NONE: readonly UploadItem[] = []

/** The files of an application. What handles and shows them is loaded when it is needed: most who come do not yet. */
export class Uploads {
  #loaded: LoadedUploads | null = null
  #loading: Promise<LoadedUploads> | null = null
  /** How many are waiting for it with files. */
  #waiting = 0
  #trouble: LocalizedText | null = null
  /** Files of before a start over are not taken any more. */
  #generation = 0
  #listeners = new Set<() => void>()
  readonly #fetch: () => Promise<LoadedUploads>

  /** @param fetch loads the part; asked again after it failed */
  constructor(fetch: () => Promise<LoadedUploads>) {
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly items = (): readonly UploadItem[] => this.#loaded?.queue.items() ?? NONE

  /** What shows the files; there as soon as there are any. */
  readonly loaded = (): LoadedUploads | null => this.#loaded

  /** Why chosen files do not appear; null when they do. */
  readonly trouble = (): LocalizedText | null => (this.#waiting > 0 ? this.#trouble : null)

  /** Is anything still to come, be it only that a cancelled file is erased? */
  readonly isBusy = (): boolean => this.#waiting > 0 || (this.#loaded?.queue.isBusy() ?? false)

  /** Would anything be lost with the page? */
  readonly isUnderWay = (): boolean =>
    this.#waiting > 0 || this.items().some(({ state }) => !['done', 'failed', 'removing'].includes(state))

  /** Is there a file of which the applicant has to decide? */
  readonly hasFailed = (): boolean => this.items().some((item) => item.state === 'failed')

  /** Waits until all files have arrived, or until one has failed. */
  settled(): Promise<void> {
    return new Promise((done) => {
      const look = () => {
        if (this.isBusy() && !this.hasFailed()) return
        leave()
        done()
      }
      const leave = this.subscribe(look)
      look()
    })
  }

  /** Gets ready for files. */
  readonly load = (): Promise<LoadedUploads> => (this.#loading ??= this.#load())

  /** Takes files; answers what there is to say of it, or null. */
  async add(files: readonly File[]): Promise<LocalizedText | null> {
    const generation = this.#generation
    this.#waiting++
    this.#tell()
    const { queue } = await this.load()
    this.#waiting--
    const said = generation === this.#generation ? queue.add(files) : null
    this.#tell()
    return said
  }

  /** Lists what the session holds. */
  async restore(held: readonly HeldFile[]): Promise<void> {
    if (held.length === 0) return
    const generation = this.#generation
    const { queue } = await this.load()
    if (generation === this.#generation) queue.restore(held)
  }

  /** See `UploadQueue`. */
  sessionEnded(): number {
    return this.#loaded?.queue.sessionEnded() ?? 0
  }

  /** See `UploadQueue`. */
  anew(): void {
    this.#loaded?.queue.anew()
  }

  /** The applicant starts over; what the server has is erased with its session. */
  forget(): void {
    this.#generation++
    this.#loaded?.queue.forget()
  }

  async #load(): Promise<LoadedUploads> {
    for (let tries = 1; ; tries++) {
      try {
        const loaded = await this.#fetch()
        loaded.queue.subscribe(this.#tell)
        return (this.#loaded = loaded)
      } catch {
        // Some browsers remember a part that failed to load, and not all say where it was to be asked for again.
        const stuck = tries >= LIMITS.partTries && navigator.onLine
        this.#trouble = ({ uploads }) => (stuck ? uploads.reload : uploads.offline)
        this.#tell()
        await pauseUntilOnline(LIMITS.partRetryMs)
      }
    }
  }

  readonly #tell = (): void => {
    for (const listener of this.#listeners) listener()
  }
}
