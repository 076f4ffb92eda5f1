import { z } from 'zod'
import { DEFAULT_DESK_SETTINGS } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { eg } from '../trpc/example.ts'
import { text } from '../trpc/inputs.ts'

const status = z.enum(SUBMISSION_STATUSES)
const entryOutput = z.object({ key: z.string(), name: z.string(), retired: z.boolean() })
const reason = entryOutput.extend({ asksText: z.boolean() })

export const deskSettingsOutput = eg(
  z.object({
    statuses: z.array(entryOutput.extend({ status })),
    reasons: z.object({ declined: z.array(reason), withdrawn: z.array(reason) }),
  }),
  DEFAULT_DESK_SETTINGS,
)

const entry = {
  key: text(LIMITS.deskNameLength).optional(),
  name: text(LIMITS.deskNameLength).trim().min(1),
  retired: z.boolean().optional(),
}
const reasonEntry = { ...entry, asksText: z.boolean().optional() }
const list = <Entry extends z.ZodRawShape>(shape: Entry) =>
  z.array(z.strictObject(shape)).max(LIMITS.deskEntries).optional()

export const deskSettingsInput = z
  .strictObject({
    statuses: list({ ...entry, status: status.optional() }),
    reasons: z.strictObject({ declined: list(reasonEntry), withdrawn: list(reasonEntry) }).optional(),
  })
  .meta({
    description:
      "The company's statuses, each of which counts as one of the eight, and its reasons, in their order. A list that is " +
      'left out stays as it is; an entry that is left out is retired; a new one has no key yet. Moving for a reason with `asksText` takes a text',
    example: { reasons: { declined: [{ key: 'credit', name: 'Credit history' }, { name: 'No licence' }] } },
  })
export type DeskSettingsInput = z.infer<typeof deskSettingsInput>
