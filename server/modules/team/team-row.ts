import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Prisma } from '../../generated/client.ts'
import type { Snapshot } from '../audit/record-change.ts'
import type { TeamRow } from './team.schema.ts'

export const rowSelect = {
  id: true,
  name: true,
  leaderId: true,
  companyId: true,
  createdAt: true,
  updatedAt: true,
  company: { select: { timeZone: true } },
  leader: { select: { name: true } },
  members: {
    select: { user: { select: { id: true, name: true } } },
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
  },
} satisfies Prisma.TeamSelect

type Stored = Prisma.TeamGetPayload<{ select: typeof rowSelect }>

export const toRow = (row: Stored): TeamRow => ({
  id: row.id,
  name: row.name,
  leader: row.leaderId,
  leaderName: row.leader?.name ?? '',
  members: row.members.map(({ user }) => user),
  companyId: row.companyId,
  timeZone: row.company?.timeZone ?? DEFAULT_TIME_ZONE,
  updatedAt: row.updatedAt.toISOString(),
})

export const snapshot = (row: Stored): Snapshot => ({
  name: row.name,
  leader: row.leaderId,
  companyId: row.companyId,
  members: row.members.map(({ user }) => user.id),
})
