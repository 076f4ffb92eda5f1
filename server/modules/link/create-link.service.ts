import { serverMessages } from '#domain/messages/server'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { lockRows } from '../../database/lock-row.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { madeSlug } from './free-slug.ts'
import type { CreateInput, LinkRow } from './link.schema.ts'
import { toRow, rowSelect, snapshot, type StoredLink } from './link-row.ts'

type Owner = { id: string; name: string; email: string; slug: string | null }

const URL_SAFE = /^[A-Za-z0-9_-]+$/

/** Returns the user's open link if there is one. */
export const createLink = (services: Services, by: AuditActor, input: CreateInput): Promise<LinkRow> =>
  withActor(services.db, by.actor, async (tx) => toRow(services, (await addLink(tx, by, input)).row))

type Added = { row: StoredLink; isNew: boolean }

export async function addLink(tx: Tx, by: AuditActor, input: CreateInput): Promise<Added> {
  const { companyId } = input
  // Row-level security hides other companies.
  if ((await tx.company.count({ where: { id: companyId } })) === 0) {
    throw fieldError('companyId', serverMessages.choice.company)
  }
  const ownerId = await findOwnerId(tx, by.actor, input)
  const owner = await tx.user.findUnique({
    where: { id: ownerId },
    select: { id: true, name: true, email: true, slug: true },
  })
  if (!owner) throw new AppError('unauthenticated')
  const added = await findOrCreateLink(tx, companyId, owner)
  if (added.isNew) {
    await recordChange(tx, by, 'link-created', { id: added.row.id, companyId }, null, snapshot(added.row))
  }
  return added
}

async function findOwnerId(tx: Tx, actor: Actor, { companyId, userEmail }: CreateInput): Promise<string> {
  if (userEmail === undefined) return actor.userId
  const user = await tx.user.findFirst({
    where: { emailKey: emailKey(userEmail), companyId, active: true },
    select: { id: true },
  })
  if (!user) throw fieldError('userEmail', serverMessages.choice.user)
  return user.id
}

async function findOrCreateLink(tx: Tx, companyId: string, owner: Owner): Promise<Added> {
  const findOpen = () =>
    tx.generatedLink.findMany({
      where: { companyId, userId: owner.id, closedAt: null },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: rowSelect,
    })
  const wished = owner.slug !== null && URL_SAFE.test(owner.slug) ? owner.slug : null
  const isWished = ({ slug }: StoredLink) => wished === null || slug === wished
  const found = (await findOpen()).find(isWished)
  if (found) return { row: found, isNew: false }
  // Two concurrent requests make one link. An import holds the lock for long, so it lets applications of the user pass.
  await lockRows(tx, 'User', [owner.id], 'changes')
  const open = await findOpen()
  const asWished = open.find(isWished)
  if (asWished) return { row: asWished, isNew: false }
  const taken = wished === null ? null : await insert(tx, companyId, owner, wished)
  if (taken) return { row: taken, isNew: true }
  const [latest] = open
  if (latest) return { row: latest, isNew: false }
  const made = await insert(tx, companyId, owner, madeSlug())
  if (!made) throw new AppError('unavailable')
  return { row: made, isNew: true }
}

/** The insert itself detects a taken slug, so that no other request comes in between. */
async function insert(tx: Tx, companyId: string, owner: Owner, slug: string): Promise<StoredLink | null> {
  const [row] = await tx.generatedLink.createManyAndReturn({
    data: [{ slug, companyId, userId: owner.id, userName: owner.name, userEmail: owner.email }],
    skipDuplicates: true,
    select: rowSelect,
  })
  return row ?? null
}
