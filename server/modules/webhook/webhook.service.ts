import { randomUUID } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { webhookServerMessages as words } from '#domain/messages/server-webhook'
import { reachesAllCompanies } from '#domain/permissions'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { contains, readPage, toOrderBy } from '../../database/list-query.ts'
import { lockRow } from '../../database/lock-row.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../uuid.ts'
import { recordAction } from '../audit/audit.service.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly } from '../record-as-read.ts'
import { findAddresses } from './find-addresses.ts'
import { sendMessage, type Outcome } from './send-message.ts'
import { newSecret, openSecrets, sealSecrets } from './webhook-secret.ts'
import { include, snapshot, toDelivery, toMessage, toRow, type StoredWebhook } from './webhook-row.ts'
import * as schema from './webhook.schema.ts'

export const listWebhooks = ({ db }: Services, actor: Actor, { sort, range, filter }: schema.ListInput) =>
  withActor(db, actor, (tx) => {
    const [where, orderBy] = [
      { companyId: filter?.companyId, url: contains(filter?.q ?? '') },
      toOrderBy(sort),
    ]
    const find = (cut: { skip: number; take: number }) =>
      tx.webhook.findMany({ where, orderBy, ...cut, include })
    return readPage(range, find, () => tx.webhook.count({ where }), toRow)
  })

export const getWebhook = ({ db }: Services, actor: Actor, id: string) =>
  withActor(db, actor, async (tx) => toRow(await findWebhook(tx, id)))

export async function createWebhook(services: Services, by: AuditActor, input: schema.CreateInput) {
  const { actor } = by
  const { url, events, active = true } = input
  const companyId = input.companyId ?? (reachesAllCompanies(actor) ? null : actor.companyId)
  await checkUrl(services, url)
  return withActor(services.db, actor, async (tx) => {
    if (companyId !== null && !(await tx.company.findUnique({ where: { id: companyId } })))
      throw fieldError('companyId', serverMessages.choice.company)
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
  await checkReadOnly(schema.READ_ONLY, input, () => getWebhook(services, by.actor, id))
  if (url !== undefined) await checkUrl(services, url)
  return withActor(services.db, by.actor, async (tx) => {
    const before = await lockWebhook(tx, id)
    checkFresh(before, input.updatedAt)
    const stoppedAt = active === undefined ? undefined : active ? null : (before.stoppedAt ?? new Date())
    const row = await tx.webhook.update({ where: { id }, data: { url, events, stoppedAt }, include })
    await recordChange(tx, by, 'webhook-updated', row, snapshot(before), snapshot(row))
    return toRow(row)
  })
}

export const deleteWebhook = ({ db }: Services, by: AuditActor, id: string) =>
  withActor(db, by.actor, async (tx) => {
    const before = await lockWebhook(tx, id)
    await tx.webhook.delete({ where: { id } })
    await recordChange(tx, by, 'webhook-deleted', before, snapshot(before), null)
    return toRow(before)
  })

/** The secret before signs for a day longer, too, so that receivers can change over. */
export const rotateSecret = ({ db, keys }: Services, by: AuditActor, id: string) =>
  withActor(db, by.actor, async (tx) => {
    const [previous = ''] = openSecrets(keys, await lockWebhook(tx, id))
    const [secret, previousUntil] = [newSecret(), new Date(Date.now() + LIMITS.webhookSecretMs)]
    const data = { secret: sealSecrets(keys, id, [secret, previous]), previousUntil }
    const row = await tx.webhook.update({ where: { id }, data, include })
    await recordChange(tx, by, 'webhook-secret-changed', row, null, null)
    return { ...toRow(row), secret }
  })

const withEvent = { include: { event: true } } as const

export const listDeliveries = ({ db }: Services, actor: Actor, { id, range }: schema.DeliveriesInput) =>
  withActor(db, actor, async (tx) => {
    const { id: webhookId } = await findWebhook(tx, id)
    const wanted = { where: { webhookId }, orderBy: { position: 'desc' }, ...withEvent } as const
    const find = (cut: { skip: number; take: number }) => tx.webhookDelivery.findMany({ ...wanted, ...cut })
    return readPage(range, find, () => tx.webhookDelivery.count({ where: { webhookId } }), toDelivery)
  })

/** Sends one message now, also while the webhook is off, and keeps nothing of it. */
export async function testWebhook(services: Services, by: AuditActor, id: string): Promise<Outcome> {
  const webhook = await withActor(services.db, by.actor, (tx) => findWebhook(tx, id))
  const object = { companyId: webhook.companyId, objectType: 'webhook', objectId: id }
  await recordAction(services, by, 'webhook-tested', object)
  const message = { id: randomUUID(), type: 'webhook.test', timestamp: new Date().toISOString() }
  return sendMessage(services, webhook, { ...message, data: { webhookId: id } })
}

/** With the same id. A delivery that waits is tried now. @throws AppError not_found, conflict while it is off */
export const resend = ({ db }: Services, by: AuditActor, id: string) =>
  withActor(db, by.actor, async (tx) => {
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
export const listEvents = ({ db }: Services, actor: Actor, { after, limit }: schema.EventsInput) =>
  withActor(db, actor, async (tx) => {
    const last = after === undefined ? null : await tx.event.findUnique({ where: { id: after } })
    if (after !== undefined && !last?.position) throw fieldError('after', words.unknownEvent)
    // No index helps row-level security to find a company's rows.
    const ofCompany = reachesAllCompanies(actor) ? {} : { companyId: actor.companyId ?? '' }
    const where = { position: { gt: last?.position ?? 0n }, ...ofCompany }
    const take = limit ?? LIMITS.eventsPerPage
    const rows = await tx.event.findMany({ where, orderBy: { position: 'asc' }, take })
    return { rows: rows.map(toMessage), total: await tx.event.count({ where }), from: 0 }
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
