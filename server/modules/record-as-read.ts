import { isDeepStrictEqual } from 'node:util'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../errors.ts'
import type { Snapshot } from './audit/record-change.ts'
import { checkFresh } from './fresh.ts'

type Sent<Key extends string> = Partial<Record<Key, unknown>> & { updatedAt?: string | null | undefined }

/**
 * Accepts a record that is sent back as it was read: its read-only keys must have the values that it has
 * now.
 *
 * @param read the record; called only where such a key was sent
 * @throws AppError stale, invalid_input, and what `read` throws
 */
export async function checkReadOnly<Key extends string>(
  keys: readonly Key[],
  sent: Sent<Key>,
  read: () => Promise<Record<Key, unknown> & { updatedAt: string }>,
): Promise<void> {
  const given = keys.filter((key) => sent[key] !== undefined)
  if (given.length === 0) return
  const record = await read()
  checkFresh({ updatedAt: new Date(record.updatedAt) }, sent.updatedAt)
  const changed = given.find((key) => !isDeepStrictEqual(sent[key], record[key]))
  if (changed !== undefined) throw fieldError(changed, serverMessages.readOnly(changed))
}

/** A record that is saved without a change keeps the time of its last edit. */
export const keepLastEdit = async <Row extends { updatedAt: Date }>(
  before: Row,
  after: Row,
  toSnapshot: (row: Row) => Snapshot,
  restore: (data: { updatedAt: Date }) => Promise<Row>,
): Promise<Row> =>
  isDeepStrictEqual(toSnapshot(before), toSnapshot(after)) ? restore({ updatedAt: before.updatedAt }) : after
