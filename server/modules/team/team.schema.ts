import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import {
  filter,
  id,
  optionalReference,
  paging,
  readAt,
  reference,
  sort,
  text,
  TIMES,
} from '../../trpc/inputs.ts'
import { isUuid } from '../../uuid.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'

const named = z.object({ id: z.string(), name: z.string() })

const teamRow = entity('Team', {
  id: eg(z.string(), EXAMPLE.team.id),
  name: eg(z.string(), EXAMPLE.team.name),
  leader: eg(z.string().nullable(), EXAMPLE.user.id),
  leaderName: eg(z.string(), EXAMPLE.user.name),
  members: eg(z.array(named), [{ id: EXAMPLE.user.id, name: EXAMPLE.user.name }]),
  companyId: eg(z.string().nullable(), EXAMPLE.company.id),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  updatedAt: eg(z.string(), EXAMPLE.time),
})
export type TeamRow = z.infer<typeof teamRow>
export const teamOutput = envelope(teamRow)
export const teamsOutput = listEnvelope(teamRow)

const SEARCH_COLUMNS = ['name', 'leader', 'updatedAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

export const listInput = z.strictObject({
  sort: sort('name', 'leader', 'updatedAt'),
  ...paging,
  filter: filter([...SEARCH_COLUMNS], { companyId: id.optional(), leaderId: id.optional(), ...TIMES }),
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
