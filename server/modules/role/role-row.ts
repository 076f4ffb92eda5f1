import { PERMISSIONS } from '#domain/permissions'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Prisma } from '../../generated/client.ts'
import type { Snapshot } from '../audit/record-change.ts'
import type { RoleRow } from './role.schema.ts'

export const rowSelect = {
  id: true,
  name: true,
  permissions: true,
  userType: true,
  isStatic: true,
  companyId: true,
  createdAt: true,
  updatedAt: true,
  company: { select: { id: true, nameOut: true, timeZone: true } },
  _count: { select: { users: true } },
} satisfies Prisma.RoleSelect

export type StoredRole = Prisma.RoleGetPayload<{ select: typeof rowSelect }>

export const toRow = ({ _count, createdAt: _createdAt, updatedAt, ...row }: StoredRole): RoleRow => ({
  ...row,
  permissions: inOrder(row.permissions),
  company: row.company && { id: row.company.id, nameOut: row.company.nameOut },
  users: _count.users,
  timeZone: row.company?.timeZone ?? DEFAULT_TIME_ZONE,
  updatedAt: updatedAt.toISOString(),
})

export const snapshot = ({ name, userType, permissions, companyId }: StoredRole): Snapshot => ({
  name,
  userType,
  permissions: inOrder(permissions),
  companyId,
})

/** Each once, in catalogue order, so that before and after can be compared. */
export const inOrder = (permissions: readonly string[]): string[] =>
  PERMISSIONS.filter((permission) => permissions.includes(permission))
