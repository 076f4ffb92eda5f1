import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { emailKey } from '../../auth/email-key.ts'
import { externalIdTaken } from '../../platform/database/database-error.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { lockRows } from '../../platform/database/lock-row.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { uuidV7 } from '../../lib/uuid.ts'
import { madeSlug } from './free-slug.ts'
import { link, links, type CreateInput, type LinkRow, type StoredLink } from './link.ts'

type Owner = { id: string; name: string; email: string; slug: string | null }

const URL_SAFE = /^[A-Za-z0-9_-]+$/

/** Returns the user's open link if there is one. */
export const createLink = (services: Services, by: AuditActor, input: CreateInput): Promise<LinkRow> =>
  services.db.as(by.actor).write(async (tx) => {
    const place = await findPlace(tx, by.actor, input)
    return link.toRow((await addLink(tx, by, place)).row, services)
  })

type Own = Pick<CreateInput, 'name' | 'externalId' | 'metadata'>
export type LinkPlace = Own & { companyId: string; owner: Owner }
type Added = { row: StoredLink; isNew: boolean }

/** @throws AppError invalid_input */
export async function findPlace(tx: Tx, actor: Actor, input: CreateInput): Promise<LinkPlace> {
  const { companyId, userEmail, ...own } = input
  // Row-level security hides other companies.
  if ((await tx.company.count({ where: { id: companyId } })) === 0) {
    throw fieldError('companyId', serverMessages.choice.company)
  }
  const isOwn = userEmail === undefined
  const where = isOwn ? { id: actor.userId } : { emailKey: emailKey(userEmail), companyId, active: true }
  const owner = await tx.user.findFirst({ where, select: { id: true, name: true, email: true, slug: true } })
  if (owner) return { companyId, owner, ...own }
  throw isOwn ? new AppError('unauthenticated') : fieldError('userEmail', serverMessages.choice.user)
}

const toWish = ({ slug }: Owner): string | null => (slug !== null && URL_SAFE.test(slug) ? slug : null)

/** The user's link is the one with the wished slug, or with the caller's own id. */
const isOf = ({ owner, externalId }: LinkPlace, { slug }: StoredLink): boolean =>
  !!externalId || slug === (toWish(owner) ?? slug)

const findOpen = (tx: Tx, { companyId, owner, externalId }: LinkPlace): Promise<StoredLink[]> =>
  tx.generatedLink.findMany({
    where: { companyId, userId: owner.id, closedAt: null, ...(externalId && { externalId }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: link.select,
  })

export const findOpenLink = async (tx: Tx, place: LinkPlace): Promise<StoredLink | undefined> =>
  (await findOpen(tx, place)).find((each) => isOf(place, each))

export async function addLink(tx: Tx, by: AuditActor, place: LinkPlace): Promise<Added> {
  const { owner } = place
  const found = await findOpenLink(tx, place)
  if (found) return { row: found, isNew: false }
  // Two concurrent requests make one link. Applications of the user pass the lock.
  await lockRows(tx, 'User', [owner.id], 'changes')
  const open = await findOpen(tx, place)
  const known = open.find((each) => isOf(place, each))
  const wished = known ? null : toWish(owner)
  const taken = wished === null ? null : await insert(tx, place, wished)
  const present = known ?? (taken ? undefined : open[0])
  if (present) return { row: present, isNew: false }
  const row = taken ?? (await insert(tx, place, madeSlug()))
  if (!row) throw place.externalId ? externalIdTaken() : new AppError('unavailable')
  await links.record(tx, by, 'link-created', [null, row])
  return { row, isNew: true }
}

/** For owners who had no open link when they were looked up. @returns the number of new links */
export async function addLinks(tx: Tx, by: AuditActor, places: readonly LinkPlace[]): Promise<number> {
  const ids = places.map(({ owner }) => owner.id)
  await lockRows(tx, 'User', ids, 'changes')
  const where = { userId: { in: ids }, closedAt: null }
  const open = await tx.generatedLink.findMany({ where, select: { companyId: true, userId: true } })
  const known = new Set(open.map(({ companyId, userId }) => `${companyId} ${userId}`))
  const isFree = ({ companyId, owner }: LinkPlace) => !known.has(`${companyId} ${owner.id}`)
  const rows = places.filter(isFree).map(({ companyId, owner, name = '' }) => ({
    id: uuidV7(),
    name,
    slug: toWish(owner) ?? madeSlug(),
    companyId,
    userId: owner.id,
    userName: owner.name,
    userEmail: owner.email,
  }))
  const made = await insertRows(tx, 'GeneratedLink', rows)
  const created = rows.filter(({ id }) => made.has(id))
  await links.recordCreations(
    tx,
    by,
    'link-created',
    created.map(({ id }) => id),
  )
  let count = created.length
  const done = new Set(created.map(({ userId }) => userId))
  // The others have an open link of another slug, or a wished slug that is taken.
  for (const place of places)
    if (!done.has(place.owner.id)) count += Number((await addLink(tx, by, place)).isNew)
  return count
}

/** The insert itself detects a taken slug, so that no other request comes in between. */
async function insert(
  tx: Tx,
  { companyId, owner, ...own }: LinkPlace,
  slug: string,
): Promise<StoredLink | null> {
  const [row] = await tx.generatedLink.createManyAndReturn({
    data: [{ ...own, slug, companyId, userId: owner.id, userName: owner.name, userEmail: owner.email }],
    skipDuplicates: true,
    select: link.select,
  })
  return row ?? null
}
