import { z } from 'zod'
import { serverMessages } from '#domain/messages/server'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { envelope } from '../trpc/envelope.ts'
import { EXAMPLE, withExample } from '../trpc/example.ts'
import { id, text } from '../trpc/inputs.ts'
import { rowExample, submissionRow } from '../submissions/list/rows.ts'

const key = text().min(1)
const updatedAt = z.iso
  .datetime(serverMessages.invalid.moment)
  .meta({ description: 'As last read; another is a 409', example: EXAMPLE.time })

export const statusInput = z.strictObject({
  id,
  status: key.meta({ description: "A key of the company's statuses", example: 'declined' }),
  reason: key
    .nullable()
    .optional()
    .meta({ description: "For declined and withdrawn: a key of the company's reasons", example: 'credit' }),
  updatedAt,
})
export type StatusInput = z.infer<typeof statusInput>

const chosen = id.nullable().optional()
export const ownerInput = z.strictObject({
  id,
  userId: chosen.meta({ description: 'null: nobody', example: EXAMPLE.user.id }),
  teamId: chosen.meta({ description: 'null: no team', example: EXAMPLE.team.id }),
  updatedAt,
})
export type OwnerInput = z.infer<typeof ownerInput>

export const standing = submissionRow.pick({
  id: true,
  status: true,
  statusKey: true,
  statusName: true,
  statusAt: true,
  reason: true,
  owner: true,
  team: true,
  updatedAt: true,
})
export type Standing = z.infer<typeof standing>
const standingExample: Standing = standing.parse(rowExample)
export const standingOutput = envelope(withExample(standing, standingExample))

const named = z.object({ id: z.string(), name: z.string() })
const keyed = z.object({ key: z.string(), name: z.string() })
const choices = standing.extend({
  moves: z
    .array(keyed.extend({ status: z.enum(SUBMISSION_STATUSES), reasons: z.array(keyed) }))
    .meta({ description: 'Where the caller can move it; one of `reasons` is needed where there are any' }),
  users: z.array(named),
  teams: z.array(named),
})
export type Choices = z.infer<typeof choices>
export const choicesInput = z.strictObject({ id })
export const choicesOutput = envelope(
  withExample(choices, {
    ...standingExample,
    moves: [
      {
        key: 'declined',
        name: 'Declined',
        status: 'declined',
        reasons: [{ key: 'credit', name: 'Credit history' }],
      },
    ],
    users: [{ id: EXAMPLE.user.id, name: EXAMPLE.user.name }],
    teams: [EXAMPLE.team],
  }),
)

const card = submissionRow
  .pick({
    id: true,
    company: true,
    status: true,
    statusKey: true,
    statusName: true,
    owner: true,
    amountRequested: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({ legalName: z.string(), dbaName: z.string(), state: z.string() })
export type Card = z.infer<typeof card>

const column = z.object({
  key: z.string(),
  name: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  total: z.number().int(),
  cards: z.array(card).meta({ description: 'The newest; `total` counts all' }),
})
export type Column = z.infer<typeof column>

const cardExample = { legalName: 'Golden Crust LLC', dbaName: 'Golden Crust', state: 'NY' }
export const boardOutput = envelope(
  withExample(z.array(column), [
    {
      key: 'in_review',
      name: 'In review',
      status: 'in_review',
      total: 1,
      cards: [card.parse({ ...rowExample, ...cardExample })],
    },
  ]),
)
