import type { z } from 'zod'
import { keyPermissions } from '#domain/api-key'
import { serverMessages } from '#domain/messages/server'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { withActor, type Actor } from '../../auth/actor.ts'
import { keyStart, newKey } from '../../auth/api-key-text.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { hashToken } from '../../auth/tokens.ts'
import { contains, readPage, searchWhere, toOrderBy, type Page } from '../../database/list-query.ts'
import { fieldError, orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { companyOfNew } from '../role/role-rules.ts'
import type { ApiKeyRow, CreateInput, listInput } from './api-key.schema.ts'

type Needs = Pick<Services, 'db'>
const DAY_MS = 24 * 60 * 60 * 1000

const shape = {
  omit: { hash: true },
  include: { company: { select: { id: true, nameOut: true, timeZone: true } } },
} satisfies Prisma.ApiKeyDefaultArgs
type Stored = Prisma.ApiKeyGetPayload<typeof shape>

const toRow = ({ company, expiresAt, lastUsedAt, createdAt, createdByName, ...row }: Stored): ApiKeyRow => ({
  ...row,
  company,
  createdBy: createdByName,
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
})

export const listApiKeys = (
  { db }: Needs,
  actor: Actor,
  { sort, range, filter }: z.infer<typeof listInput>,
): Promise<Page<ApiKeyRow>> =>
  withActor(db, actor, async (tx) => {
    const search = await searchWhere(tx, filter, { name: (q) => [{ name: contains(q) }] })
    const where = { id: { in: filter?.id }, companyId: filter?.companyId, revokedAt: null, ...search }
    const orderBy: Prisma.ApiKeyOrderByWithRelationInput[] = toOrderBy(sort)
    return readPage(
      range,
      (cut) => tx.apiKey.findMany({ where, orderBy, ...cut, ...shape }),
      () => tx.apiKey.count({ where }),
      toRow,
    )
  })

/** The only answer that holds the key. */
export function createApiKey(
  { db }: Needs,
  by: AuditActor,
  { companyId: named, permissions, expiresInDays, ...given }: CreateInput,
): Promise<ApiKeyRow & { key: string }> {
  const { actor } = by
  requireConfirmed(actor)
  const held = keyPermissions(actor)
  if (!permissions.every((permission) => held.includes(permission)))
    throw fieldError('permissions', serverMessages.apiKey.permissions)
  const key = newKey()
  return withActor(db, actor, async (tx) => {
    const companyId = await companyOfNew(tx, actor, { companyId: named })
    const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS)
    const made = { ...given, companyId, permissions, expiresAt, start: keyStart(key) }
    const creator = { createdById: actor.userId, createdByName: actor.name }
    const stored = await tx.apiKey.create({ data: { ...made, ...creator, hash: hashToken(key) }, ...shape })
    const detail = { ...made, expiresAt: expiresAt?.toISOString() ?? null }
    await recordAuditIn(tx, { ...by, ...toObject(stored), act: 'api-key-created', detail })
    return { ...toRow(stored), key }
  })
}

export const revokeApiKey = ({ db }: Needs, by: AuditActor, id: string): Promise<ApiKeyRow> =>
  withActor(db, by.actor, async (tx) => {
    const row = orNotFound(await tx.apiKey.findFirst({ where: { id, revokedAt: null }, ...shape }))
    await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
    const detail = { name: row.name, start: row.start }
    await recordAuditIn(tx, { ...by, ...toObject(row), act: 'api-key-revoked', detail })
    return toRow(row)
  })

const toObject = ({ id, companyId }: Stored) => ({ companyId, objectType: 'api-key', objectId: id })
