import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope, timeZone } from '../../trpc/envelope.ts'
import { filter, id, optionalReference, range, readAt, reference, sort, text } from '../../trpc/inputs.ts'
import { isUuid } from '../../uuid.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'

const named = z.object({ id: z.string(), name: z.string() })

const teamRow = withExample(
  z.object({
    id: z.string(),
    name: z.string(),
    leader: z.string().nullable(),
    leaderName: z.string(),
    members: z.array(named),
    companyId: z.string().nullable(),
    timeZone,
    updatedAt: z.string(),
  }),
  {
    ...EXAMPLE.team,
    leader: EXAMPLE.user.id,
    leaderName: EXAMPLE.user.name,
    members: [{ id: EXAMPLE.user.id, name: EXAMPLE.user.name }],
    companyId: EXAMPLE.company.id,
    timeZone: EXAMPLE.timeZone,
    updatedAt: EXAMPLE.time,
  },
)
export type TeamRow = z.infer<typeof teamRow>
export const teamOutput = envelope(teamRow)
export const teamsOutput = listEnvelope(teamRow)

export const SEARCH_COLUMNS = ['name', 'leader', 'updatedAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

export const listInput = z.strictObject({
  sort: sort('name', 'leader', 'updatedAt'),
  range,
  filter: filter([...SEARCH_COLUMNS], { companyId: id.optional(), leaderId: id.optional() }),
})
export type ListInput = z.infer<typeof listInput>

export const getInput = z.strictObject({ id })

const body = {
  name: text().trim().min(1).meta({ example: 'East coast' }),
  leader: optionalReference().meta({ description: "A user's id; the team belongs to that user's company" }),
  members: z.array(reference).max(LIMITS.teamMembers).optional(),
  updatedAt: readAt(),
}

export const createInput = z.strictObject({
  id: z
    .string()
    .refine((value) => isUuid(value.toLowerCase()), serverMessages.invalid.uuid)
    .optional()
    .meta({ description: 'Made by the client, where it has one' }),
  ...body,
})
export type CreateInput = z.infer<typeof createInput>

const readOnly = teamRow.pick({ leaderName: true, companyId: true, timeZone: true }).partial()
export const READ_ONLY = readOnly.keyof().options

export const updateInput = z.strictObject({ id, ...body, name: body.name.optional(), ...readOnly.shape })
export type UpdateInput = z.infer<typeof updateInput>
