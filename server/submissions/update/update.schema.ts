import { z } from 'zod'
import { externalIdInput, id, metadataInput, readAt } from '../../trpc/inputs.ts'
import { submissionRecord } from '../submission.schema.ts'

const others = submissionRecord.omit({ id: true, externalId: true, metadata: true, updatedAt: true }).shape
const asRead = z.unknown().optional().meta({ description: 'As it was read, or left out' })
/** Keys that an update accepts with the value that they have. */
export const readOnly = Object.fromEntries(Object.keys(others).map((key) => [key, asRead]))

export const updateInput = z.strictObject({
  ...readOnly,
  id,
  externalId: externalIdInput(),
  metadata: metadataInput(),
  updatedAt: readAt(),
})
export type UpdateInput = z.infer<typeof updateInput>
