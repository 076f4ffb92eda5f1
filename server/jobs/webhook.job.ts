import { asSystem } from '../auth/actor.ts'
import type { Event } from '../generated/client.ts'
import { companyMail, notifyAddresses } from '../mail/mails.ts'
import { sendMessage } from '../modules/webhook/send-message.ts'
import { toMessage } from '../modules/webhook/webhook-row.ts'
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

export const placeEvents = (db: Services['db']): Promise<void> =>
  asSystem(db, 'job', async (client) => void (await client.$executeRaw`SELECT intake_place_events(1000)`))

/** What a killed process has sent without recording it is sent again. */
export async function deliverWebhook(
  services: Pick<Services, 'db' | 'config' | 'keys'>,
  { id }: Payload,
): Promise<void> {
  const end = Date.now() + TURN_MS
  await asSystem(services.db, 'job', async (client) => {
    const sendNext = async (): Promise<number> => {
      const webhook = await client.webhook.findFirst({ where: { id, stoppedAt: null } })
      if (webhook === null) return 0
      const due = await client.$queryRaw<(Event & { deliveryId: string })[]>`
        SELECT event.*, next."id" AS "deliveryId"
        FROM intake_next_deliveries(${id}) next JOIN "Event" event ON event."id" = next."eventId"
        WHERE next."nextAt" <= now() ORDER BY next."position" LIMIT ${AT_ONCE}`
      const send = async ({ deliveryId, ...event }: (typeof due)[number]) => {
        const { status, failure, durationMs } = await observe(
          { kind: 'webhook', name: 'deliver', isFailure: ({ failure }) => failure !== null },
          () => sendMessage(services, webhook, toMessage(event)),
        )
        await client.$executeRaw`
          SELECT intake_record_attempt(${deliveryId}, ${status}::integer, ${failure}, ${durationMs}::integer)`
      }
      await Promise.all(due.map(send))
      return due.length
    }
    while ((await sendNext()) > 0 && Date.now() < end);
    await client.$executeRaw`SELECT intake_queue_deliveries(${id})`
  })
}

export async function mailOfStoppedWebhook(services: Services, { id }: Payload): Promise<void> {
  const { db, mailer, publicUrl } = services
  const found = await asSystem(db, 'job', async (client) => {
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
