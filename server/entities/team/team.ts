import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import type { Prisma } from '../../generated/client.ts'
import { isUuid } from '../../lib/uuid.ts'
import { eg, egText, EXAMPLE } from '../../trpc/example.ts'
import { id, nameInput, optionalReference, readAt, reference, TIMES } from '../../trpc/inputs.ts'
import { columnsOf, TIME_ZONE } from '../declare.ts'
import { recordsOf } from '../records.ts'

const { derived, stored, declare } = columnsOf<'Team'>()

const byName: Prisma.TeamMemberOrderByWithRelationInput[] = [{ user: { name: 'asc' } }, { userId: 'asc' }]
const named = z.object({ id: z.string(), name: z.string() })

export const team = declare('Team', {
  id: stored('id', egText(EXAMPLE.team.id)),
  name: stored('name', egText(EXAMPLE.team.name), {
    input: nameInput('East coast'),
    listed: true,
    audit: true,
  }),
  leader: stored('leaderId', eg(z.string().nullable(), EXAMPLE.user.id), {
    input: optionalReference().meta({ description: "A user's id; the team belongs to that user's company" }),
    listed: 'leader.name',
    audit: true,
  }),
  leaderName: derived(
    { leader: { select: { name: true } } },
    egText(EXAMPLE.user.name),
    ({ leader }) => leader?.name ?? '',
  ),
  members: derived(
    {
      members: {
        select: { user: { select: { id: true, name: true } } },
        orderBy: byName,
      },
    },
    eg(z.array(named), [{ id: EXAMPLE.user.id, name: EXAMPLE.user.name }]),
    ({ members }) => members.map(({ user }) => user),
    {
      input: z.array(reference).max(LIMITS.teamMembers).optional(),
      audit: ({ members }) => members.map(({ user }) => user.id),
    },
  ),
  companyId: stored('companyId', eg(z.string().nullable(), EXAMPLE.company.id), { audit: true }),
  timeZone: derived(...TIME_ZONE),
  createdAt: stored('createdAt', null),
  updatedAt: stored('updatedAt', egText(EXAMPLE.time), { input: readAt(), listed: true }),
})
export type TeamRow = z.infer<typeof team.record>

export const teams = recordsOf('Team', team, ['companyId', 'leaderId'], TIMES)

export const createInput = z.strictObject({
  id: z
    .string()
    .refine((value) => isUuid(value.toLowerCase()), serverMessages.invalid.uuid)
    .optional()
    .meta({ description: 'Made by the client, where it has one' }),
  ...team.input,
})
export type CreateInput = z.infer<typeof createInput>

export const deleteInput = z.strictObject({ id, updatedAt: readAt() })
export type DeleteInput = z.infer<typeof deleteInput>

export const updateInput = z.strictObject({ id, ...team.changes, ...team.readOnly })
export type UpdateInput = z.infer<typeof updateInput>
