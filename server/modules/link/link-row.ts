import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import type { Snapshot } from '../audit/record-change.ts'
import type { LinkRow } from './link.schema.ts'

export const rowSelect = {
  id: true,
  slug: true,
  companyId: true,
  team: { select: { id: true, name: true } },
  userId: true,
  userName: true,
  userEmail: true,
  closedAt: true,
  createdAt: true,
  company: { select: { id: true, nameIn: true, nameOut: true, timeZone: true } },
} satisfies Prisma.GeneratedLinkSelect

export type StoredLink = Prisma.GeneratedLinkGetPayload<{ select: typeof rowSelect }>

export const toRow = ({ publicUrl }: Pick<Services, 'publicUrl'>, row: StoredLink): LinkRow => ({
  id: row.id,
  slug: row.slug,
  company: row.company,
  user: { name: row.userName, email: row.userEmail },
  team: row.team,
  iframeUrl: `${publicUrl}/embed/${row.slug}`,
  url: `${publicUrl}/form/${row.slug}`,
  timeZone: row.company.timeZone,
  closedAt: row.closedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export const snapshot = ({ slug, userId, userEmail, team, closedAt }: StoredLink): Snapshot => ({
  slug,
  user: userId,
  userEmail,
  team: team?.name ?? null,
  closedAt: closedAt?.toISOString() ?? null,
})
