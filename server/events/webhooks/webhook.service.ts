import { randomUUID } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { webhookServerMessages as words } from '#domain/messages/server-webhook'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { contains, readPage, toOrderBy } from '../../platform/database/list-query.ts'
import { lockCount, lockRow } from '../../platform/database/lock-row.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../lib/uuid.ts'
import { checkMaker } from '../../sign-in/makers.ts'
import { recordAction, type AuditActor } from '../record-event.ts'
import { recordChange } from '../audit/record-change.ts'
import { checkFresh, checkReadOnly } from '../../entities/record-as-read.ts'
import { findAddresses } from './guarded-request.ts'
import { sendMessage, type Outcome } from './send-message.ts'
import { newSecret, openSecrets, sealSecrets } from './webhook-secret.ts'
import { include, snapshot, toDelivery, toMessage, toRow, type StoredWebhook } from './webhook-row.ts'
import * as schema from './webhook.schema.ts'

export const listWebhooks = (services: Services, actor: Actor, { sort, range, filter }: schema.ListInput) =>
  services.db.as(actor).write((tx) => {
    const [where, orderBy] = [
      { companyId: filter?.companyId, url: contains(filter?.q ?? '') },
      toOrderBy(sort),
    ]
    const find = async (cut: { skip: number; take: number }) => {
      const rows = await tx.webhook.findMany({ where, orderBy, ...cut, include })
      return Promise.all(rows.map((row) => checkWebhook(services, row)))
    }
    return readPage(range, find, () => tx.webhook.count({ where }), toRow)
  })

const checkWebhook = async (services: Services, row: StoredWebhook): Promise<StoredWebhook> => {
  const { makerLostAt } = await checkMaker(services, 'webhook', row.createdById, row)
  return { ...row, makerLostAt, stoppedAt: row.stoppedAt ?? makerLostAt }
}

export const getWebhook = (services: Services, actor: Actor, id: string) =>
  services.db.as(actor).write(async (tx) => toRow(await checkWebhook(services, await findWebhook(tx, id))))

export async function createWebhook(services: Services, by: AuditActor, input: schema.CreateInput) {
  const { actor } = by
  const { url, events, active = true } = input
  const companyId = input.companyId ?? (reachesAllCompanies(actor) ? null : actor.companyId)
  await checkUrl(services, url)
  return services.db.as(actor).write(async (tx) => {
    if (companyId !== null && !(await tx.company.findUnique({ where: { id: companyId } })))
      throw fieldError('companyId', serverMessages.choice.company)
    await lockCount(tx, 'Webhook', companyId)
    const count = await tx.webhook.count({ where: { companyId } })
    if (count >= LIMITS.webhooks) throw new AppError('conflict', words.tooMany)
    const [id, secret] = [uuidV7(), newSecret()]
    const made = { createdById: actor.userId, createdBy: actor.name, stoppedAt: active ? null : new Date() }
    const data = { id, url, events, companyId, ...made, secret: sealSecrets(services.keys, id, [secret]) }
    const row = await tx.webhook.create({ data, include })
    await recordChange(tx, by, 'webhook-created', row, null, snapshot(row))
    return { ...toRow(row), secret }
  })
}

export async function updateWebhook(services: Services, by: AuditActor, input: schema.UpdateInput) {
  const { id, url, events, active } = input
  await checkReadOnly(schema.readOnly.shape, input, () => getWebhook(services, by.actor, id))
  if (url !== undefined) await checkUrl(services, url)
  if (active && (await getWebhook(services, by.actor, id)).makerLost)
    throw new AppError('conflict', words.makerLost)
  return services.db.as(by.actor).write(async (tx) => {
    const before = await lockWebhook(tx, id)
    checkFresh(before, input.updatedAt)
    const stoppedAt = active === undefined ? undefined : active ? null : (before.stoppedAt ?? new Date())
    // Events are sent with the maker's rights, so the admin who sets the address becomes the maker.
    const isMoved = url !== undefined && url !== before.url
    const maker = isMoved ? { createdById: by.actor.userId, createdBy: by.actor.name } : {}
    const row = await tx.webhook.update({
      where: { id },
      data: { url, events, stoppedAt, ...maker },
      include,
    })
    await resume(tx, before, row)
    await recordChange(tx, by, 'webhook-updated', row, snapshot(before), snapshot(row))
    return toRow(row)
  })
}

/** The 48 hours of retries begin again. */
async function resume(tx: Tx, before: StoredWebhook, { id, stoppedAt }: StoredWebhook): Promise<void> {
  if (before.stoppedAt === null || stoppedAt !== null) return
  const data = { startedAt: null, nextAt: new Date(), attempts: 0 }
  await tx.webhookDelivery.updateMany({ where: { webhookId: id, state: 'pending' }, data })
  await tx.$executeRaw`SELECT intake_queue_deliveries(${id})`
}

/** @throws AppError not_found, conflict while its maker could make it */
export async function takeOver(services: Services, by: AuditActor, id: string) {
  if (!(await getWebhook(services, by.actor, id)).makerLost)
    throw new AppError('conflict', serverMessages.notStopped)
  const { userId: createdById, name: createdBy } = by.actor
  return services.db.as(by.actor).write(async (tx) => {
    const before = await lockWebhook(tx, id)
    // A webhook that an admin had switched off stays off.
    const isOff = before.stoppedAt?.getTime() !== before.makerLostAt?.getTime()
    const stoppedAt = isOff ? before.stoppedAt : null
    const data = { createdById, createdBy, makerLostAt: null, stoppedAt }
    const row = await tx.webhook.update({ where: { id }, data, include })
    await resume(tx, before, row)
    await recordChange(tx, by, 'webhook-updated', row, { createdBy: before.createdBy }, { createdBy })
    return toRow(row)
  })
}

export const deleteWebhook = ({ db }: Services, by: AuditActor, id: string) =>
  db.as(by.actor).write(async (tx) => {
    const before = await lockWebhook(tx, id)
    await tx.webhook.delete({ where: { id } })
    await recordChange(tx, by, 'webhook-deleted', before, snapshot(before), null)
    return toRow(before)
  })

/** The secret before signs for a day longer, too, so that receivers can change over. */
export const rotateSecret = ({ db, keys }: Services, by: AuditActor, id: string) =>
  db.as(by.actor).write(async (tx) => {
    const [previous = ''] = openSecrets(keys, await lockWebhook(tx, id))
    const [secret, previousUntil] = [newSecret(), new Date(Date.now() + LIMITS.webhookSecretMs)]
    const data = { secret: sealSecrets(keys, id, [secret, previous]), previousUntil }
    const row = await tx.webhook.update({ where: { id }, data, include })
    await recordChange(tx, by, 'webhook-secret-changed', row, null, null)
    return { ...toRow(row), secret }
  })

const withEvent = { include: { event: true } } as const

export const listDeliveries = ({ db }: Services, actor: Actor, { id, range }: schema.DeliveriesInput) =>
  db.as(actor).write(async (tx) => {
    const { id: webhookId } = await findWebhook(tx, id)
    const wanted = { where: { webhookId }, orderBy: { position: 'desc' }, ...withEvent } as const
    const find = (cut: { skip: number; take: number }) => tx.webhookDelivery.findMany({ ...wanted, ...cut })
    return readPage(range, find, () => tx.webhookDelivery.count({ where: { webhookId } }), toDelivery)
  })

/** Sends one message now, also while the webhook is off, and keeps nothing of it. */
export async function testWebhook(services: Services, by: AuditActor, id: string): Promise<Outcome> {
  const webhook = await services.db.as(by.actor).write((tx) => findWebhook(tx, id))
  const object = { companyId: webhook.companyId, objectType: 'webhook', objectId: id }
  await recordAction(services, by, 'webhook-tested', object)
  const message = { id: randomUUID(), type: 'webhook.test', timestamp: new Date().toISOString() }
  return sendMessage(services, webhook, { ...message, data: { webhookId: id } })
}

/** With the same id. A delivery that waits is tried now. @throws AppError not_found, conflict while it is off */
export const resend = ({ db }: Services, by: AuditActor, id: string) =>
  db.as(by.actor).write(async (tx) => {
    const { webhookId } = orNotFound(await tx.webhookDelivery.findUnique({ where: { id } }))
    const webhook = await findWebhook(tx, webhookId)
    if (webhook.stoppedAt !== null) throw new AppError('conflict', words.stopped)
    const data = { state: 'pending', startedAt: null, nextAt: new Date() } as const
    const row = await tx.webhookDelivery.update({ where: { id }, data, ...withEvent })
    await tx.$executeRaw`SELECT intake_queue_deliveries(${webhookId})`
    await recordChange(tx, by, 'webhook-resent', webhook, null, { event: row.eventId })
    return toDelivery(row)
  })

/** In the order of their places; `total` counts all that follow `after`. */
export const listEvents = (
  { db }: Services,
  actor: Actor,
  { after, limit, type, companyId }: schema.EventsInput,
) =>
  db.as(actor).write(async (tx) => {
    const last = after === undefined ? null : await tx.event.findUnique({ where: { id: after } })
    if (after !== undefined && !last?.position)
      throw new AppError('events_expired', words.unknownEvent, { fields: { after: words.unknownEvent } })
    // No index helps row-level security to find a company's rows.
    const own = reachesAllCompanies(actor) ? {} : { companyId: actor.companyId ?? '' }
    const where = { position: { gt: last?.position ?? 0n }, type, AND: [own, { companyId }] }
    const take = limit ?? LIMITS.eventsPerPage
    const rows = await tx.event.findMany({ where, orderBy: { position: 'asc' }, take })
    const named = await tx.submissionDesk.findMany({
      where: { id: { in: rows.map(({ submissionId }) => submissionId) }, externalId: { not: null } },
      select: { id: true, externalId: true },
    })
    const externalIds = new Map(named.map(({ id, externalId }) => [id, externalId]))
    const messages = rows.map((row) => toMessage(row, externalIds.get(row.submissionId)))
    return { rows: messages, total: await tx.event.count({ where }), from: 0 }
  })

const findWebhook = async (tx: Tx, id: string): Promise<StoredWebhook> =>
  orNotFound(await tx.webhook.findUnique({ where: { id }, include }))

async function lockWebhook(tx: Tx, id: string): Promise<StoredWebhook> {
  await lockRow(tx, 'Webhook', id)
  return findWebhook(tx, id)
}

/** Each attempt finds the addresses anew. @throws AppError invalid_input */
async function checkUrl({ config }: Services, text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url?.protocol === 'http:' && config.allowPrivateWebhooks
  const isUsable = (url?.protocol === 'https:' || isPlain) && url.username + url.password === ''
  const find = () => url && findAddresses(url.hostname, config.allowPrivateWebhooks).catch(() => null)
  if (!isUsable || !(await find())) throw fieldError('url', words.url)
}
