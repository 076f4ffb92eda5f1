import type { FileHandle } from 'node:fs/promises'
import type { z } from 'zod'
import { backupMessages } from '#domain/messages/backup'
import {
  BackupError,
  EntriesDigest,
  FILES,
  HEADER,
  headerSchema,
  MANIFEST,
  MANIFEST_SUM,
  manifestSchema,
  padding,
  type ArchiveHeader,
  type Manifest,
} from './archive-format.ts'
import { isZero, readContent, readEntries, readWhole, computeSha256, type Entry } from './read-archive.ts'

export type VerifiedArchive = {
  handle: FileHandle
  header: ArchiveHeader
  manifest: Manifest
  /** SHA-256 of the manifest, which covers the whole archive */
  id: string
  /** all entries except the stored files, which may be very many */
  parts: Entry[]
}

/** @param onHeader may throw to skip reading the rest */
export async function verifyArchive(
  handle: FileHandle,
  onHeader: (header: ArchiveHeader) => Promise<void>,
  signal?: AbortSignal,
): Promise<VerifiedArchive> {
  const digest = new EntriesDigest()
  const parts: Entry[] = []
  let header: ArchiveHeader | null = null
  const last: Entry[] = []
  for await (const entry of readEntries(handle)) {
    signal?.throwIfAborted()
    await checkPadding(handle, entry)
    if (entry.name === MANIFEST || entry.name === MANIFEST_SUM) {
      last.push(entry)
      continue
    }
    if (last.length > 0) throw new BackupError(backupMessages.altered)
    if (header === null) {
      if (entry.name !== HEADER) throw new BackupError(backupMessages.noBackup)
      header = parse(headerSchema, await readWhole(handle, entry), backupMessages.otherFormat)
      await onHeader(header)
    }
    digest.add({ ...entry, sha256: await computeSha256(readContent(handle, entry)) })
    if (!entry.name.startsWith(FILES)) parts.push(entry)
  }
  const [manifestEntry, sumEntry] = last
  if (!header || manifestEntry?.name !== MANIFEST || sumEntry?.name !== MANIFEST_SUM || last.length > 2) {
    throw new BackupError(backupMessages.cut)
  }
  const id = await computeSha256(readContent(handle, manifestEntry))
  if ((await readWhole(handle, sumEntry)).toString() !== manifestSum(id)) {
    throw new BackupError(backupMessages.altered)
  }
  const manifest = parse(manifestSchema, await readWhole(handle, manifestEntry), backupMessages.altered)
  const { count, digest: found } = digest.result()
  if (count !== manifest.entries.count || found !== manifest.entries.digest) {
    throw new BackupError(backupMessages.altered)
  }
  return { handle, header, manifest, id, parts }
}

export const manifestSum = (sha256: string): string => `${sha256}  ${MANIFEST}\n`

async function checkPadding(handle: FileHandle, { size, offset }: Entry): Promise<void> {
  const length = padding(size)
  if (length === 0) return
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset + size)
  if (bytesRead < length) throw new BackupError(backupMessages.cut)
  if (!isZero(buffer)) throw new BackupError(backupMessages.altered)
}

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer, fault: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch (cause) {
    throw new BackupError(fault, { cause })
  }
}
