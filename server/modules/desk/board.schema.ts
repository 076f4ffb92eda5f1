import { z } from 'zod'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { envelope } from '../../trpc/envelope.ts'
import { withExample } from '../../trpc/example.ts'
import { rowExample, submissionRow } from '../submission/submission-row.schema.ts'

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
