import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import { hasCode } from '../../system-error.ts'

export type StoredFile = { name: string; size: number; modifiedAt: Date }

/** Stores files under names of ours, never a client's: `documents/<uuid>`, `pdfs/<uuid>`, `logos/<uuid>.png`. */
export type Storage = {
  readonly place: string
  /** Stores all or nothing. The content is durable when this resolves. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  open(name: string): Promise<Readable>
  remove(name: string): Promise<void>
  exists(name: string): Promise<boolean>
  /** Durable when this resolves; the file is always in one of both places. @throws FileMissingError */
  move(from: string, to: string): Promise<void>
  /** Includes unfinished writes of a killed process. */
  list(folder: StorageFolder | typeof QUARANTINE): AsyncIterable<StoredFile>
  readMark(): Promise<string | null>
  writeMark(id: string): Promise<void>
  healthy(): Promise<void>
}

export const STORAGE_FOLDERS = ['documents', 'pdfs', 'logos'] as const
export type StorageFolder = (typeof STORAGE_FOLDERS)[number]

/** Holds orphans for ORPHAN_DAYS before they are erased. */
export const QUARANTINE = 'quarantine'

export const isUnfinished = (name: string): boolean => name.includes('/.')

export const MARK = 'installation-id'

export function parseMark(text: string): string {
  const id = text.trim()
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`The ${MARK} of the file store is damaged`)
  return id
}

export async function isStorageUsed(storage: Storage): Promise<boolean> {
  if ((await storage.readMark()) !== null) return true
  for (const folder of STORAGE_FOLDERS) for await (const _file of storage.list(folder)) return true
  return false
}

export class FileMissingError extends Error {
  override name = 'FileMissingError'
}

/** The whole store fails. `refused`: until its settings change. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
  readonly refused: boolean

  constructor(message: string, { cause, refused = false }: { cause?: unknown; refused?: boolean } = {}) {
    super(message, { cause })
    this.refused = refused
  }
}

/** Errors of the disk or the process limits that an operator can fix */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'ESTALE', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']

export const toStorageError = (error: unknown): AppError | null =>
  error instanceof StorageUnavailableError || CODES.some((code) => hasCode(error, code))
    ? new AppError('unavailable', undefined, { cause: error })
    : null

const NAME = new RegExp(
  `^(${[...STORAGE_FOLDERS, QUARANTINE].join('|')})/\\.?[A-Za-z0-9][A-Za-z0-9._-]{0,120}$`,
)

export const isStoredName = (name: string): boolean => NAME.test(name)

export function checkName(name: string): string {
  if (!isStoredName(name)) throw new Error(`Not a name of a stored file: ${name}`)
  return name
}
