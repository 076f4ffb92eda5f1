import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { deskServerMessages } from '#domain/messages/server-desk'
import { askInput } from '../requests/request.schema.ts'
import { searchFilter } from '../submissions/submission.schema.ts'
import { envelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../trpc/example.ts'
import { id } from '../trpc/inputs.ts'
import { ownerInput, statusInput } from './desk.schema.ts'

const { userId, teamId } = ownerInput.shape
const { status, reason, reasonText } = statusInput.shape
const { items, message } = askInput.shape

export const bulkAct = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), userId, teamId }),
  z.strictObject({ action: z.literal('move'), status, reason, reasonText }),
  z.strictObject({ action: z.literal('request'), items, message }),
])
export type BulkAct = z.infer<typeof bulkAct>

/** REST describes objects only, so the act is checked a second time, as one of the three. */
export const bulkInput = z
  .strictObject({
    ids: eg(z.array(id).min(1).max(LIMITS.bulkIds).optional(), [EXAMPLE.submission.id]),
    filter: searchFilter
      .optional()
      .meta({ description: 'That of the list, as an object; in place of `ids`' }),
    expected: z
      .number()
      .int()
      .min(1)
      .max(LIMITS.bulkRows)
      .optional()
      .meta({ description: 'How many the filter finds; another number is a 409' }),
    action: eg(z.enum(['assign', 'move', 'request']), 'assign'),
    userId,
    teamId,
    status: status.optional(),
    reason,
    reasonText,
    items: items.optional(),
    message: message.unwrap().optional(),
  })
  .superRefine(({ ids, filter, expected, ...act }, context) => {
    const isFilter = filter !== undefined && expected !== undefined
    if ((ids === undefined) !== isFilter || (ids !== undefined && expected !== undefined))
      context.addIssue({ code: 'custom', path: ['ids'], message: deskServerMessages.bulk.which })
    for (const issue of bulkAct.safeParse(act).error?.issues ?? []) {
      const path = issue.code === 'unrecognized_keys' ? issue.keys : issue.path
      context.addIssue({ code: 'custom', path: [...path], message: issue.message })
    }
  })
export type BulkInput = z.infer<typeof bulkInput>

const job = entity('Job', {
  id: eg(z.string(), EXAMPLE.submission.id),
  state: eg(z.enum(['running', 'done']), 'done'),
  done: eg(z.number().int(), 11),
  failed: eg(z.number().int(), 1),
  total: eg(z.number().int(), 12),
  failures: eg(z.array(z.object({ id: z.string(), error: z.string() })), [
    { id: EXAMPLE.submission.id, error: deskServerMessages.mayNotDecide },
  ]).meta({ description: 'Once it is done: the submissions that stayed as they were, and why' }),
})
export type Job = z.infer<typeof job>
export const jobInput = z.strictObject({ id })
export const jobOutput = envelope(job)
