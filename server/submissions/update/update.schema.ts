import { z } from 'zod'
import { externalIdInput, id, metadataInput, readAt } from '../../trpc/inputs.ts'
import { submissionRecord, type SubmissionRecord } from '../submission.schema.ts'

const others = submissionRecord.omit({ id: true, externalId: true, metadata: true, updatedAt: true }).shape
/** Jobs, signatures and renamed records change these while a program holds the record, so their old values are accepted. */
// prettier-ignore
const CHANGING: readonly (keyof SubmissionRecord)[] = [
  'trueRevenue', 'averageDailyBalance', 'nsfCount', 'positionCount', 'undatedStatements', 'pdfPath', 'pdfState', 'pdfFailure',
  'awaitsSignature', 'lacksSignature', 'signed', 'additions', 'unreadableSignatures', 'signing', 'funding', 'renewalOf',
  'renewals', 'allDeclined', 'masked', 'company', 'user', 'link', 'generatedLink', 'statusName', 'reasonText', 'timeZone',
]
const asRead = z.unknown().optional().meta({ description: 'As it was read, or left out' })
const toInputs = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, asRead]))
/** Keys that an update accepts with the value that they have. */
export const readOnly = toInputs(Object.keys(others).filter((key) => !CHANGING.some((each) => each === key)))

export const updateInput = z.strictObject({
  ...toInputs(Object.keys(others)),
  id,
  externalId: externalIdInput(),
  metadata: metadataInput(),
  updatedAt: readAt(),
})
export type UpdateInput = z.infer<typeof updateInput>
