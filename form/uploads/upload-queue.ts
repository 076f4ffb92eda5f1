import { fileProblem, tooManyFiles } from '#domain/file-problem'
import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/form'
import { isConflict, isRefusedForGood, isStorageFull, isTransient } from '../calls/api-error.ts'
import { alreadyAttached, isReadable, isSameFile, createPreview } from './chosen-file.ts'
import { newClientFileId } from './client-file-id.ts'
import { maxFileBytes } from './max-file-bytes.ts'
import { withRetries } from '../calls/retry.ts'
import type { CheckedFile } from './upload-check.ts'
import { eraseCut } from './upload-cut.ts'
import {
  chosenItem,
  heldItem,
  isUnderWay,
  isUnsettled,
  type HeldFile,
  type UploadItem,
} from './upload-item.ts'
import { UploadList } from './upload-list.ts'
import type { UploadTransport } from './upload-transport.ts'
import { failureText, sendUntilStored, UnreadableFile } from './upload-tries.ts'

/** What this page does with a file it was given; `sent` once the server may know of it, `closed` if its session is. */
type Work = { file: File; sent: boolean; closed: boolean; stop: AbortController | null }

/** Attached files of one page: adding, two uploads under way at most and in order, trying again, taking back. */
export class UploadQueue {
  readonly #list = new UploadList()
  #works = new Map<string, Work>()
  /** Client file ids of uploads that were cut and may have arrived. */
  #cut = new Set<string>()
  #checks: Promise<void> = Promise.resolve()
  readonly #transport: UploadTransport
  readonly #check: (file: File) => Promise<CheckedFile>

  constructor(transport: UploadTransport, check: (file: File) => Promise<CheckedFile>) {
    this.#transport = transport
    this.#check = check
  }

  readonly items = () => this.#list.items()
  readonly subscribe = (listener: () => void) => this.#list.subscribe(listener)

  /** Is anything still to come, be it only that a cancelled file is erased? */
  readonly isBusy = (): boolean => this.#cut.size > 0 || this.items().some(isUnsettled)

  /**
   * Takes all of these files or none, but for those that are attached already; answers what there is to say of it, or
   * null. A file with the name of a failed one takes its place.
   */
  add(files: readonly File[]): LocalizedText | null {
    const fresh = files.filter((file) => !this.#isAttached(file))
    const replaced = this.items().filter(
      (item) => item.state === 'failed' && fresh.some((file) => file.name === item.name),
    )
    if (tooManyFiles(fresh.length, this.items().length - replaced.length))
      return tooManyFiles(files.length, this.items().length)
    for (const item of replaced) this.#drop(item.key)
    const added = fresh.map((file) => this.#itemOf(file))
    this.#list.set([...this.items(), ...added])
    for (const { key, state } of added) if (state === 'checking') this.#look(key)
    return alreadyAttached(files.filter((file) => !fresh.includes(file)))
  }

  /**
   * Lists what the session holds, as it was chosen: over a slow line, the later of two may have come first. A file of
   * this page whose answer was lost is known by its client file id.
   */
  restore(held: readonly HeldFile[]): void {
    const unknown: UploadItem[] = []
    for (const file of held) {
      const item = heldItem(file)
      const mine = this.items().find(({ key, id }) => key === item.key || id === file.id)
      if (mine === undefined && !this.#cut.has(item.key)) unknown.push(item)
      if (mine?.id === null) this.#arrived(mine.key, file.id)
    }
    unknown.sort((one, other) => (one.key < other.key ? -1 : 1))
    this.#list.set([...unknown, ...this.items()])
    this.#pump()
  }

  retry(key: string): void {
    const item = this.#list.find(key)
    if (item?.state !== 'failed' || !item.retryable) return
    this.#list.change(key, { state: 'waiting', progress: 0, error: null })
    this.#pump()
  }

  /** Not while it is under way (spec section 4). What the server has is taken back there first. */
  async remove(key: string): Promise<void> {
    const item = this.#list.find(key)
    if (item === undefined || isUnderWay(item) || item.state === 'removing') return
    const { id } = item
    if (id !== null) {
      this.#list.change(key, { state: 'removing', error: null })
      try {
        await withRetries(() => this.#transport.takeBack(id), { delays: LIMITS.retryDelaysMs, isTransient })
      } catch {
        this.#list.change(key, { state: 'done', error: ({ uploads }) => uploads.removeFailed })
        return
      }
    }
    this.#drop(key)
  }

  /** Stops an upload that is under way; then its file goes, from the server too should it have arrived. */
  cancel(key: string): void {
    const item = this.#list.find(key)
    if (item === undefined || !isUnderWay(item)) return
    this.#drop(key)
    this.#pump()
  }

  /** The applicant starts over; what the server has is erased with its session. */
  forget(): void {
    for (const { stop } of this.#works.values()) stop?.abort()
    this.#works.clear()
    this.#list.clear()
  }

  /**
   * The session that held the files is gone. Files chosen on this page are sent again; earlier ones can only be chosen
   * anew. Answers how many were lost that way. To be called once, as files sent since then are the new session's.
   */
  sessionEnded(): number {
    const held = this.items().filter((item) => item.id !== null)
    const lost = held.filter((item) => !this.#works.has(item.key))
    for (const item of lost) this.#drop(item.key)
    for (const item of held) {
      if (this.#list.find(item.key))
        this.#list.change(item.key, { state: 'waiting', progress: 0, id: null, url: null })
    }
    this.#pump()
    return lost.length
  }

  /** The session's application is in; the files of this page are another's, and what it refused is sent again. */
  anew(): void {
    const closed = this.items().filter(({ key, state }) => state === 'failed' && this.#works.get(key)?.closed)
    this.sessionEnded()
    for (const { key } of closed) this.retry(key)
  }

  #pump(): void {
    const busy = this.items().filter(isUnderWay).length
    const next = this.items()
      .filter((item) => item.state === 'waiting')
      .slice(0, LIMITS.uploadsAtOnce - busy)
    for (const item of next) void this.#upload(item.key)
  }

  async #upload(key: string): Promise<void> {
    const work = this.#works.get(key)
    if (work === undefined) return
    const stop = new AbortController()
    const { signal } = stop
    work.stop = stop
    this.#list.change(key, { state: 'uploading', progress: 0 })
    const send = () => {
      work.sent = true
      return this.#transport.send(work.file, { clientFileId: key, signal, onProgress })
    }
    const onProgress = (progress: number) => {
      // A try without a connection gets nothing through, and would only make the words flicker.
      if (progress > 0 && !signal.aborted) this.#list.change(key, { state: 'uploading', progress })
    }
    const onWait = (reason: LocalizedText) =>
      this.#list.change(key, { state: 'retrying', progress: 0, reason })
    try {
      const stored = await sendUntilStored(send, { signal, onWait, isReadable: () => isReadable(work.file) })
      if (!signal.aborted) this.#list.change(key, { state: 'done', progress: 100, ...stored })
    } catch (error) {
      if (!signal.aborted) this.#failed(key, work, error)
    }
    this.#pump()
  }

  #failed(key: string, work: Work, error: unknown): void {
    const gone = error instanceof UnreadableFile
    const transient = isTransient(error)
    work.sent = gone || transient
    work.closed = isConflict(error)
    this.#list.change(key, {
      state: 'failed',
      error: failureText(error),
      retryable: !gone && !isRefusedForGood(error),
    })
    if (transient) window.addEventListener('online', () => this.retry(key), { once: true })
    if (isStorageFull(error)) setTimeout(() => this.retry(key), LIMITS.storageFullRetryMs)
  }

  #arrived(key: string, id: string): void {
    this.#works.get(key)?.stop?.abort()
    this.#list.change(key, { state: 'done', progress: 100, error: null, id })
  }

  /** One after another, so that the order stays and little of large files is read at once. */
  #look(key: string): void {
    this.#checks = this.#checks.then(async () => {
      const work = this.#works.get(key)
      if (work === undefined) return
      const { problem, hint } = await this.#check(work.file)
      if (this.#list.find(key)?.state !== 'checking') return
      if (problem) this.#list.change(key, { state: 'failed', error: problem, retryable: false })
      else this.#list.change(key, { state: 'waiting', hint, preview: createPreview(work.file) })
      this.#pump()
    })
  }

  #itemOf(file: File): UploadItem {
    const key = newClientFileId()
    this.#works.set(key, { file, sent: false, closed: false, stop: null })
    return chosenItem(key, file, fileProblem(file, maxFileBytes()))
  }

  #isAttached(file: File): boolean {
    return this.items().some((item) => {
      const other = this.#works.get(item.key)?.file
      const stays = item.state !== 'failed' && item.state !== 'removing'
      return stays && other !== undefined && isSameFile(file, other)
    })
  }

  #drop(key: string): void {
    const work = this.#works.get(key)
    const mayHaveArrived = this.#list.find(key)?.id === null && work?.sent
    work?.stop?.abort()
    this.#works.delete(key)
    // Before the row goes, or for a moment there would seem to be nothing left to wait for.
    if (mayHaveArrived) void this.#erase(key)
    this.#list.drop(key)
  }

  async #erase(key: string): Promise<void> {
    this.#cut.add(key)
    await eraseCut(() => this.#transport.takeBack(key))
    this.#cut.delete(key)
    this.#list.notify()
  }
}
