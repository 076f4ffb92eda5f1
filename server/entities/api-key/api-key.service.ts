import type { z } from 'zod'
import { keyPermissions } from '#domain/api-key'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { keyStart, newKey } from '../../auth/api-keys.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { hashToken } from '../../auth/tokens.ts'
import type { Tx } from '../../platform/database/db.ts'
import { lockCount } from '../../platform/database/lock-row.ts'
import { contains, readPage, searchWhere, toOrderBy, type Page } from '../../platform/database/list-query.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordEvent, type AuditActor } from '../../events/record-event.ts'
import { companyOfNew } from '../role/role-rules.ts'
import { apiKey, listInput } from './api-key.ts'
import type { ApiKeyRow, CreateInput, StoredKey } from './api-key.ts'

type Needs = Pick<Services, 'db'>
const DAY_MS = 24 * 60 * 60 * 1000

const { select } = apiKey

export const listApiKeys = (
  { db }: Needs,
  { actor }: AuditActor,
  { sort, range, filter }: z.infer<typeof listInput>,
): Promise<Page<ApiKeyRow>> =>
  db.as(actor).write(async (tx) => {
    const search = await searchWhere(tx, filter, { name: (q) => [{ name: contains(q) }] })
    const where = { id: { in: filter?.id }, companyId: filter?.companyId, revokedAt: null, ...search }
    const orderBy: Prisma.ApiKeyOrderByWithRelationInput[] = toOrderBy(sort)
    return readPage(
      range,
      (cut) => tx.apiKey.findMany({ where, orderBy, ...cut, select }),
      () => tx.apiKey.count({ where }),
      apiKey.toRow,
    )
  })

/** @throws AppError forbidden for sessions */
export async function readOwnKey({ db }: Needs, { actor }: AuditActor): Promise<ApiKeyRow> {
  if (!actor.apiKey) throw new AppError('forbidden', serverMessages.apiKey.keyOnly)
  const { id } = actor.apiKey
  const row = await db.as(actor).write((tx) => tx.apiKey.findUnique({ where: { id }, select }))
  return { ...apiKey.toRow(orNotFound(row)), permissions: [...actor.permissions] }
}

/** @throws AppError conflict where the maker has as many as possible */
export async function checkKeyCount(tx: Tx, createdById: string): Promise<void> {
  await lockCount(tx, 'ApiKey', createdById)
  const isOpen = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] }
  const count = await tx.apiKey.count({ where: { createdById, ...isOpen } })
  if (count >= LIMITS.keys) throw new AppError('conflict', serverMessages.apiKey.tooMany)
}

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
  return db.as(actor).write(async (tx) => {
    const companyId = await companyOfNew(tx, actor, { companyId: named })
    await checkKeyCount(tx, actor.userId)
    const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS)
    const made = { ...given, companyId, permissions, expiresAt, start: keyStart(key) }
    const creator = { createdById: actor.userId, createdByName: actor.name }
    const stored = await tx.apiKey.create({ data: { ...made, ...creator, hash: hashToken(key) }, select })
    const detail = { ...made, expiresAt: expiresAt?.toISOString() ?? null }
    await recordEvent(tx, { ...by, ...toObject(stored), act: 'api-key-created', detail })
    return { ...apiKey.toRow(stored), key }
  })
}

export const revokeApiKey = ({ db }: Needs, by: AuditActor, { id }: { id: string }): Promise<ApiKeyRow> =>
  db.as(by.actor).write(async (tx) => {
    const row = orNotFound(await tx.apiKey.findFirst({ where: { id, revokedAt: null }, select }))
    await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
    const detail = { name: row.name, start: row.start }
    await recordEvent(tx, { ...by, ...toObject(row), act: 'api-key-revoked', detail })
    return apiKey.toRow(row)
  })

const toObject = ({ id, companyId }: StoredKey) => ({ companyId, objectType: 'api-key', objectId: id })
