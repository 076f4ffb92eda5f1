import { isDeepStrictEqual } from 'node:util'
import { serverMessages } from '#domain/messages/server'
import { AppError, fieldError } from '../errors.ts'

/**
 * @param sent `updatedAt` as the caller read it, ISO; without it nothing is compared
 * @throws AppError stale
 */
export function checkFresh(row: { updatedAt: Date }, sent: string | null | undefined): void {
  if (sent == null) return
  if (new Date(sent).getTime() !== row.updatedAt.getTime()) throw new AppError('stale')
}

type Sent<Key extends string> = Partial<Record<Key, unknown>> & { updatedAt?: string | null | undefined }

/**
 * Accepts a record that is sent back as it was read: its read-only keys must have the values that it has
 * now.
 * @param read the record; called only where such a key was sent
 * @param toSentence names the call that changes a key
 * @throws AppError stale, invalid_input, and what `read` throws
 */
export async function checkReadOnly<Key extends string>(
  readOnly: Readonly<Record<Key, unknown>>,
  sent: Sent<NoInfer<Key>>,
  read: () => Promise<Record<NoInfer<Key>, unknown> & { updatedAt?: string }>,
  toSentence: (key: string) => string = serverMessages.readOnly,
): Promise<void> {
  const given: Key[] = []
  for (const key in readOnly) if (sent[key] !== undefined) given.push(key)
  if (given.length === 0) return
  const record = await read()
  if (record.updatedAt !== undefined) checkFresh({ updatedAt: new Date(record.updatedAt) }, sent.updatedAt)
  const changed = given.find((key) => !isDeepStrictEqual(sent[key], record[key]))
  if (changed !== undefined) throw fieldError(changed, toSentence(changed))
}
