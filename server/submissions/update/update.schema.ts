import { z } from 'zod'
import { externalIdInput, id, metadataInput, readAt } from '../../trpc/inputs.ts'
import { submissionRecord } from '../submission.schema.ts'

const others = submissionRecord.omit({ id: true, externalId: true, metadata: true, updatedAt: true }).shape
/** They change by jobs, signatures, clocks and new names, which leave `updatedAt` as it is, so old values are no mistake. */
const CHANGING = new Set(
  'trueRevenue averageDailyBalance nsfCount positionCount undatedStatements pdfPath pdfState pdfFailure awaitsSignature lacksSignature signed additions unreadableSignatures signing funding renewalOf renewals allDeclined masked company user link generatedLink statusName reasonText timeZone'.split(
    ' ',
  ),
)
const asRead = z.unknown().optional().meta({ description: 'As it was read, or left out' })
const toInputs = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, asRead]))
/** Keys that an update accepts with the value that they have. */
export const readOnly = toInputs(Object.keys(others).filter((key) => !CHANGING.has(key)))

export const updateInput = z.strictObject({
  ...toInputs(Object.keys(others)),
  id,
  externalId: externalIdInput(),
  metadata: metadataInput(),
  updatedAt: readAt(),
})
export type UpdateInput = z.infer<typeof updateInput>
