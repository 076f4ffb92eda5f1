import type { Readable } from 'node:stream'

/** `size` in bytes, as stored */
export type StoredFile = { name: string; size: number; modifiedAt: Date }

/** Where bytes are kept. Names are ours, never a client's: `documents/<uuid>`, `pdfs/<uuid>`, `logos/<uuid>.png`. */
export type Storage = {
  /** which store this is, for people: a folder's path or a bucket's address, without credentials */
  readonly place: string
  /** Stores all of the source or nothing: when this returns the content is durable, when it throws nothing is left. */
  put(name: string, source: Readable): Promise<void>
  /** @throws FileMissingError */
  open(name: string): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  exists(name: string): Promise<boolean>
  /** Durable when this returns; at no time is the file in neither place. @throws FileMissingError */
  move(from: string, to: string): Promise<void>
  /** Everything in a folder (`documents`), unfinished writes of a killed process included. */
  list(folder: StorageFolder | typeof QUARANTINE): AsyncIterable<StoredFile>
  /** The id of the installation that the store belongs to; null when it belongs to none yet. */
  readMark(): Promise<string | null>
  /** Durable when this returns; replaces the one before. */
  writeMark(id: string): Promise<void>
  /** @throws StorageUnavailableError or an error of the disk when files can neither be read nor written at present */
  healthy(): Promise<void>
}

export const STORAGE_FOLDERS = ['documents', 'pdfs', 'logos'] as const
export type StorageFolder = (typeof STORAGE_FOLDERS)[number]

/** Files that no row names are kept here for a while before they are erased. */
export const QUARANTINE = 'quarantine'

/** What a killed process left of a file it was writing. */
export const isUnfinished = (name: string): boolean => name.includes('/.')

/** Where the mark is kept, beside the folders. */
export const MARK = 'installation-id'

/** @throws Error for a mark that no start of this product wrote */
export function parseMark(text: string): string {
  const id = text.trim()
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`The ${MARK} of the file store is damaged`)
  return id
}

export class FileMissingError extends Error {
  override name = 'FileMissingError'
}

/** The store itself does not serve, whatever is asked of it. `refused`: nor will it, until its settings change. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
  readonly refused: boolean

  constructor(message: string, { cause, refused = false }: { cause?: unknown; refused?: boolean } = {}) {
    super(message, { cause })
    this.refused = refused
  }
}

const NAME = new RegExp(
  `^(${[...STORAGE_FOLDERS, QUARANTINE].join('|')})/\\.?[A-Za-z0-9][A-Za-z0-9._-]{0,120}$`,
)

/** @throws Error for a name that this server would not have made */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error(`Not a name of a stored file: ${name}`)
  return name
}
