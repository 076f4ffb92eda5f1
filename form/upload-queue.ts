import { fileProblem, tooManyFiles, typeOfName } from '#domain/files'
import { formMessages } from '#domain/messages/form'
import { LIMITS } from '#domain/limits'
import { isRefusedForGood } from './api-error.ts'
import { maxFileBytes } from './max-file-bytes.ts'

export type FileState = 'waiting' | 'uploading' | 'done' | 'failed' | 'removing'

/** One attached file as the page shows it. */
export type UploadItem = {
  key: string
  name: string
  /** Bytes. */
  size: number
  /** Media type. */
  type: string
  state: FileState
  /** 0 to 100. */
  progress: number
  /** What went wrong, in words. */
  error: string | null
  /** Would trying the same file again make sense? */
  retryable: boolean
  /** The server's id once it has the file. */
  id: string | null
  url: string | null
  /** A blob URL; images chosen on this page only. */
  preview: string | null
}

/** A file the server says the session holds. */
export type HeldFile = { id: string; name: string; size: number; type: string }

/** The network's side of the queue. `send` reports 0 to 100 and throws an error whose message may be shown. */
export type UploadTransport = {
  send(file: File, onProgress: (percent: number) => void): Promise<{ id: string; url: string }>
  takeBack(id: string): Promise<void>
}

/** Attached files of one page: adding, two uploads in flight at most and in order, trying again, taking back. */
export class UploadQueue {
  #items: readonly UploadItem[] = []
  #files = new Map<string, File>()
  #listeners = new Set<() => void>()
  #keys = 0
  #token = ''
  readonly #transport: UploadTransport

  constructor(transport: UploadTransport) {
    this.#transport = transport
  }

  /** For `useSyncExternalStore`: the same list until something changes. */
  readonly items = (): readonly UploadItem[] => this.#items

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes all of these files or none; answers why not, in words, or null. */
  add(files: readonly File[]): string | null {
    const refused = tooManyFiles(files.length, this.#items.length)?.(formMessages) ?? null
    if (refused !== null) return refused
    const added = files.map((file) => this.#itemOf(file))
    this.#set([...this.#items, ...added])
    this.#pump()
    return null
  }

  /** Lists what the session held before this page was opened. */
  restore(held: readonly HeldFile[]): void {
    const known = new Set(this.#items.map((item) => item.id))
    const restored = held.filter((file) => !known.has(file.id)).map((file) => this.#heldItem(file))
    this.#set([...restored, ...this.#items])
  }

  retry(key: string): void {
    const item = this.#find(key)
    if (item?.state !== 'failed' || !item.retryable) return
    this.#change(key, { state: 'waiting', progress: 0, error: null })
    this.#pump()
  }

  /** Not while it is uploading (spec section 4). What the server has is taken back there first. */
  async remove(key: string): Promise<void> {
    const item = this.#find(key)
    if (item === undefined || item.state === 'uploading' || item.state === 'removing') return
    if (item.id !== null) {
      this.#change(key, { state: 'removing', error: null })
      try {
        await this.#transport.takeBack(item.id)
      } catch {
        this.#change(key, { state: 'done', error: formMessages.uploads.removeFailed })
        return
      }
    }
    this.#drop(key)
  }

  /**
   * The session that held the files is gone. Files chosen on this page are sent again; earlier ones can only be chosen
   * anew. Answers how many were lost that way. Several may bring the news of the same `token`; the first counts, as
   * files sent since then are the new session's.
   */
  sessionRenewed(token: string): number {
    if (token === this.#token) return 0
    this.#token = token
    const held = this.#items.filter((item) => item.id !== null)
    const lost = held.filter((item) => !this.#files.has(item.key))
    for (const item of lost) this.#drop(item.key)
    for (const item of held) {
      if (this.#find(item.key)) this.#change(item.key, { state: 'waiting', progress: 0, id: null, url: null })
    }
    this.#pump()
    return lost.length
  }

  /** The applicant starts over; what the server has is erased with its session. */
  forget(): void {
    for (const { key } of this.#items) this.#drop(key)
  }

  #pump(): void {
    const busy = this.#items.filter((item) => item.state === 'uploading').length
    const next = this.#items.filter((item) => item.state === 'waiting').slice(0, LIMITS.uploadsAtOnce - busy)
    for (const item of next) void this.#upload(item.key)
  }

  async #upload(key: string): Promise<void> {
    const file = this.#files.get(key)
    if (file === undefined) return
    this.#change(key, { state: 'uploading', progress: 0 })
    try {
      const answer = await this.#transport.send(file, (progress) => this.#change(key, { progress }))
      this.#change(key, { state: 'done', progress: 100, ...answer })
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : formMessages.errors.upload
      this.#change(key, { state: 'failed', error: message, retryable: !isRefusedForGood(error) })
    }
    this.#pump()
  }

  #itemOf(file: File): UploadItem {
    const key = `file-${++this.#keys}`
    const type = typeOfName(file.name) ?? file.type
    const error = fileProblem(file, maxFileBytes())?.(formMessages) ?? null
    this.#files.set(key, file)
    return {
      ...{ key, name: file.name, size: file.size, type, progress: 0, error, id: null, url: null },
      state: error === null ? 'waiting' : 'failed',
      retryable: error === null,
      preview: error === null && type.startsWith('image/') ? URL.createObjectURL(file) : null,
    }
  }

  #heldItem({ id, name, size, type }: HeldFile): UploadItem {
    const key = `file-${++this.#keys}`
    const rest = { error: null, retryable: false, url: null, preview: null }
    return { key, id, name, size, type, state: 'done', progress: 100, ...rest }
  }

  #find(key: string): UploadItem | undefined {
    return this.#items.find((item) => item.key === key)
  }

  #drop(key: string): void {
    const preview = this.#find(key)?.preview
    if (preview) URL.revokeObjectURL(preview)
    this.#files.delete(key)
    this.#set(this.#items.filter((item) => item.key !== key))
  }

  #change(key: string, change: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...change } : item)))
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }
}
