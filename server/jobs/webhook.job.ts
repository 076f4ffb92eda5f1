import { Prisma, type Event, type Webhook } from '../generated/client.ts'
import { companyMail, notifyAddresses } from '../platform/mail/mails.ts'
import { addJob } from '../platform/queue/add-job.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import { checkMaker } from '../sign-in/makers.ts'
import { sendMessage } from '../events/webhooks/send-message.ts'
import { toMessage } from '../events/webhooks/webhook-row.ts'
import { observe } from '../observe.ts'
import type { Services } from '../services.ts'
import { repeat, type Repeated } from './repeat.ts'

const PLACE_EVERY_MS = 1000
/** Of different submissions, as the events of one go out one after another. */
const AT_ONCE = 8
/** Then other webhooks get their turn. */
const TURN_MS = 5000

type Payload = { id: string }

/** Queues the deliveries of new events. If the database cannot be reached, the next run does so. */
export const startPlacing = ({ config, db }: Pick<Services, 'config' | 'db'>): Repeated =>
  config.role === 'web'
    ? { stop: async () => {} }
    : repeat(PLACE_EVERY_MS, () => placeEvents(db).catch(() => {}))

export async function placeEvents(db: Services['db']): Promise<void> {
  await db.system('job').query('place-events', Prisma.sql`SELECT intake_place_events(1000)`)
}

/** Sends again what a killed process sent without recording it. */
export async function deliverWebhook(
  services: Pick<Services, 'db' | 'config' | 'keys'>,
  { id }: Payload,
): Promise<void> {
  const end = Date.now() + TURN_MS
  // A transaction each, as none may wait for a receiver.
  const { write } = services.db.system('job')
  const sendNext = async (): Promise<number> => {
    const webhook = await write((tx) => tx.webhook.findFirst({ where: { id, stoppedAt: null } }))
    if (webhook === null) return 0
    const { makerLostAt } = await checkMaker(services, 'webhook', webhook.createdById, webhook)
    if (makerLostAt !== null) {
      // A node of the release before may have switched it on.
      const stopped = { where: { id, stoppedAt: null }, data: { stoppedAt: makerLostAt } }
      await write((tx) => tx.webhook.updateMany(stopped))
      return 0
    }
    const due = await write(
      (tx) => tx.$queryRaw<(Event & { deliveryId: string; externalId: string | null })[]>`
        SELECT event.*, next."id" AS "deliveryId", desk."externalId"
        FROM intake_next_deliveries(${id}) next JOIN "Event" event ON event."id" = next."eventId"
          LEFT JOIN "SubmissionDesk" desk ON desk."id" = event."submissionId"
        WHERE next."nextAt" <= now() ORDER BY next."position" LIMIT ${AT_ONCE}`,
    )
    const send = async ({ deliveryId, externalId, ...event }: (typeof due)[number]) => {
      const { status, failure, durationMs } = await observe(
        { kind: 'webhook', name: 'deliver', isFailure: ({ failure }) => failure !== null },
        () => sendMessage(services, webhook, toMessage(event, externalId)),
      )
      const [attempt] = await write(
        (tx) => tx.$queryRaw<{ isOver: boolean }[]>`
          UPDATE "WebhookDelivery" SET "attempts" = "attempts" + 1, "startedAt" = coalesce("startedAt", now()),
            "attemptedAt" = now(), "status" = ${status}::integer, "failure" = ${failure}::text,
            "durationMs" = ${durationMs}::integer,
            "state" = ${failure === null ? 'delivered' : 'pending'}::"WebhookDeliveryState",
            "nextAt" = now() + least(interval '6 hours', interval '5 seconds' * power(4, least("attempts", 10)))
          WHERE "id" = ${deliveryId} RETURNING "startedAt" <= now() - interval '48 hours' AS "isOver"`,
      )
      if (failure !== null && attempt?.isOver) await stop(services, webhook)
    }
    await Promise.all(due.map(send))
    return due.length
  }
  while ((await sendNext()) > 0 && Date.now() < end);
  await write((tx) => tx.$executeRaw`SELECT intake_queue_deliveries(${id})`)
}

/** After 48 hours of failures. */
const stop = ({ db }: Pick<Services, 'db'>, { id, companyId }: Webhook): Promise<void> =>
  db.system('job').write(async (tx) => {
    const data = { stoppedAt: new Date() }
    const { count } = await tx.webhook.updateMany({ where: { id, stoppedAt: null }, data })
    if (count === 0) return
    const about = { companyId, objectType: 'webhook', objectId: id }
    await recordEvent(tx, { ...about, actor: SYSTEM, act: 'webhook-disabled', ip: '' })
    await addJob(tx, 'webhook-stopped', { id })
  })

export async function mailOfStoppedWebhook(services: Services, { id }: Payload): Promise<void> {
  const { db, mailer, publicUrl } = services
  const found = await db.system('job').read(async (client) => {
    const include = { company: { select: { nameOut: true, notifyEmails: true } } }
    const webhook = await client.webhook.findUnique({ where: { id }, include })
    const where = { id: webhook?.createdById ?? '', active: true }
    return webhook && { ...webhook, maker: await client.user.findFirst({ where }) }
  })
  if (!found?.stoppedAt) return
  const { company, maker, stoppedAt } = found
  const to = new Set([...notifyAddresses(company?.notifyEmails ?? ''), ...(maker ? [maker.email] : [])])
  const mail = companyMail('webhookStopped', company?.nameOut ?? 'Intake', `${publicUrl}/admin/webhooks`)
  if (to.size > 0) await mailer.send({ ...mail, to: [...to], key: `${id}:${stoppedAt.toISOString()}` })
}
