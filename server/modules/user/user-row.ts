import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Prisma } from '../../generated/client.ts'
import type { Snapshot } from '../audit/record-change.ts'
import type { UserRow } from './user.schema.ts'

export const rowSelect = {
  id: true,
  name: true,
  email: true,
  emailKey: true,
  isAdmin: true,
  active: true,
  slug: true,
  companyId: true,
  lastSignInAt: true,
  createdAt: true,
  updatedAt: true,
  role: {
    select: { id: true, name: true, userType: true, permissions: true, isStatic: true, companyId: true },
  },
  company: { select: { id: true, nameOut: true, timeZone: true } },
  teams: {
    select: { team: { select: { id: true, name: true } } },
    orderBy: [{ team: { name: 'asc' } }, { teamId: 'asc' }],
  },
} satisfies Prisma.UserSelect

export type StoredUser = Prisma.UserGetPayload<{ select: typeof rowSelect }>
export type StoredRole = NonNullable<StoredUser['role']>

export const toRow = (row: StoredUser): UserRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  isAdmin: row.isAdmin,
  active: row.active,
  role: row.role && {
    id: row.role.id,
    name: row.role.name,
    userType: row.role.userType,
    isStatic: row.role.isStatic,
  },
  slug: row.slug,
  teams: row.teams.map(({ team }) => team),
  company: row.company,
  timeZone: row.company?.timeZone ?? DEFAULT_TIME_ZONE,
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const snapshot = (row: StoredUser): Snapshot => ({
  name: row.name,
  email: row.email,
  role: row.role?.id ?? null,
  company: row.companyId,
  teams: row.teams.map(({ team }) => team.id),
  slug: row.slug,
  active: row.active,
})
