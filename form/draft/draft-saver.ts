import type { Values } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import { ApiError, isSessionExpired } from '../calls/api-error.ts'
import type { DraftPatch } from './draft-request.ts'

/** 'lost' is a page whose session the browser cannot remember, so that nothing saved could be found again. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'lost'

type DraftTransport = {
  /** @throws ApiError */
  save(patch: DraftPatch, signal: AbortSignal): Promise<void>
  /** As a page is hidden: without an answer, and no more than browsers let through then. */
  saveOnLeaving(patch: DraftPatch): void
  /** Everything that is known on this page, for a session that begins anew. */
  everything(): { values: Values; secondSigner: boolean }
}

/**
 * Sends what was typed on to the server: a moment after the last keystroke or when a field is left, one save at a time,
 * again and again while there is no connection.
 */
export class DraftSaver {
  #state: SaveState = 'idle'
  #unsaved = new Map<string, string>()
  /** Answers that no draft takes. */
  #refused = new Set<string>()
  #secondSigner: boolean | undefined
  #timer: ReturnType<typeof setTimeout> | null = null
  #waitingSince: number | null = null
  #sending: AbortController | null = null
  #failures = 0
  #paused = false
  #lastRevision = 0
  #listeners = new Set<() => void>()
  readonly #transport: DraftTransport

  constructor(transport: DraftTransport) {
    this.#transport = transport
  }

  /** For `useSyncExternalStore`. */
  readonly state = (): SaveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Is there anything that the server does not have? For `useSyncExternalStore`. */
  readonly hasUnsaved = (): boolean => this.#hasWork() || this.#refused.size > 0

  /** What an earlier page saved; this one's saves count as later, whatever its clock says. */
  continueAfter(revision: number): void {
    this.#lastRevision = Math.max(this.#lastRevision, revision)
  }

  /** Nothing will be saved: there is no place to remember the session by. */
  giveUp(): void {
    this.pause()
    this.#set('lost')
  }

  changed(name: string, value: string): void {
    this.#unsaved.set(name, value)
    this.#refused.delete(name)
    this.#tell()
    this.#schedule()
  }

  secondSignerChanged(present: boolean): void {
    this.#secondSigner = present
    this.#tell()
    this.#schedule()
  }

  /** A field was left or a stroke ended: what is unsaved goes out now. */
  flush(): void {
    if (this.#timer === null || this.#failures > 0) return
    this.#clearTimer()
    void this.#save()
  }

  /** There is a connection again. */
  online(): void {
    if (this.#failures === 0 || this.#state === 'lost' || !this.#hasWork()) return
    this.#clearTimer()
    void this.#save()
  }

  /** The page is hidden and may not come back. Drawings are too large to leave now; they went out as strokes ended. */
  hidden(): void {
    if (this.#paused || this.#state === 'lost' || !this.#hasWork()) return
    const values = new Map([...this.#unsaved].filter(([, value]) => value.length <= LIMITS.draftTextLength))
    this.#transport.saveOnLeaving(this.#patch(values))
  }

  /** A submit takes over: what waits or is on its way is dropped, and is there again if the submit fails. */
  pause(): void {
    this.#paused = true
    this.#clearTimer()
    this.#sending?.abort()
    if (this.#state === 'saving') this.#set('idle')
  }

  resume(): void {
    this.#paused = false
    if (this.#hasWork()) this.#schedule()
  }

  /** Everything is to be saved again, as the session is a new one. */
  saveAll(): void {
    const { values, secondSigner } = this.#transport.everything()
    for (const [name, value] of Object.entries(values)) this.#unsaved.set(name, value)
    this.#secondSigner = secondSigner
    this.#tell()
    this.#schedule()
  }

  /** Forgets what is unsaved; the applicant starts over. */
  reset(): void {
    this.#clearTimer()
    this.#sending?.abort()
    this.#unsaved.clear()
    this.#refused.clear()
    this.#secondSigner = undefined
    this.#failures = 0
    this.#paused = false
    this.#set('idle')
    this.#tell()
  }

  #hasWork(): boolean {
    return this.#unsaved.size > 0 || this.#secondSigner !== undefined
  }

  #schedule(): void {
    if (this.#paused || this.#state === 'lost' || this.#sending) return
    if (this.#failures > 0 && this.#timer !== null) return
    this.#waitingSince ??= Date.now()
    const waited = Date.now() - this.#waitingSince
    this.#wait(Math.min(LIMITS.draftDelayMs, Math.max(0, LIMITS.draftMaxDelayMs - waited)))
  }

  #wait(milliseconds: number): void {
    this.#clearTimer()
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#save()
    }, milliseconds)
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #save(): Promise<void> {
    if (this.#sending || this.#paused || this.#state === 'lost' || !this.#hasWork()) return
    const values = new Map(this.#unsaved)
    const patch = this.#patch(values)
    this.#waitingSince = null
    this.#sending = new AbortController()
    if (this.#failures === 0) this.#set('saving')
    try {
      await this.#transport.save(patch, this.#sending.signal)
      this.#saved(values, patch)
    } catch (error) {
      this.#failed(error, values, this.#sending.signal.aborted)
    } finally {
      this.#sending = null
    }
    if (this.#hasWork()) this.#schedule()
  }

  #patch(values: ReadonlyMap<string, string>): DraftPatch {
    // Grows with every save, whatever the clock does.
    this.#lastRevision = Math.max(Date.now(), this.#lastRevision + 1)
    const patch: DraftPatch = { values: Object.fromEntries(values), revision: this.#lastRevision }
    return this.#secondSigner === undefined ? patch : { ...patch, secondSigner: this.#secondSigner }
  }

  #saved(values: ReadonlyMap<string, string>, patch: DraftPatch): void {
    this.#failures = 0
    for (const [name, value] of values) {
      if (this.#unsaved.get(name) === value) this.#unsaved.delete(name)
    }
    if (this.#secondSigner === patch.secondSigner) this.#secondSigner = undefined
    this.#set('saved')
    this.#tell()
  }

  #failed(error: unknown, values: ReadonlyMap<string, string>, aborted: boolean): void {
    if (aborted) return
    if (!(error instanceof ApiError)) throw error
    if (isSessionExpired(error) || error.code === 'conflict') return this.giveUp()
    // An answer that no draft takes stays on the page, and the others are saved.
    const refused = Object.keys(error.fields).filter((name) => values.has(name))
    for (const name of refused) {
      if (this.#unsaved.get(name) !== values.get(name)) continue
      this.#unsaved.delete(name)
      this.#refused.add(name)
    }
    if (refused.length > 0) return this.#set('idle')
    this.#failures += 1
    this.#set('offline')
    this.#wait(Math.min(LIMITS.draftDelayMs * 2 ** this.#failures, LIMITS.draftRetryMaxMs))
  }

  #set(state: SaveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
