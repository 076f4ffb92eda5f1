import { EVENTS, type EventName } from './events.ts'

type Webhook = { type: string; carries?: Readonly<Record<string, string>>; submission?: string }
type Sent = Extract<(typeof EVENTS)[EventName], { webhook: unknown }>['webhook']
export type WebhookType = Sent['type']

const WEBHOOKS = new Map<string, Webhook>(
  Object.entries(EVENTS).flatMap(([name, entry]) => ('webhook' in entry ? [[name, entry.webhook]] : [])),
)

/** Each type, with when it is sent. */
export const WEBHOOK_TYPES: Readonly<Record<WebhookType, string>> = {
  'submission.created': 'an application came in',
  'submission.updated': 'something else about it changed, its owner or team included',
  'submission.status_changed': 'it moved to another status',
  'submission.decided': 'it was approved, funded, declined or withdrawn',
  'submission.assigned': 'it got another owner or team',
  'submission.deleted': 'it was deleted on request',
  'note.added': 'a note was written',
  'document.added': 'a file was added after the submit',
  'pdf.ready': 'its PDF can be downloaded',
  'request.sent': 'the applicant was asked for missing items',
  'request.answered': 'the applicant sent what was asked for',
  'task.due': 'a task on it is due; each morning until it is done',
  'statements.read': 'its bank statements were read',
  'package.sent': 'it went to a funder',
  'package.opened': 'a funder opened the package for the first time',
  'package.answered': 'a funder answered',
  'offer.received': 'a funder made an offer',
  'offer.chosen': 'staff chose an offer',
  'submission.funded': 'what it was funded with was entered',
}
const isWebhookType = (type: string): type is WebhookType => Object.hasOwn(WEBHOOK_TYPES, type)
export const EVENT_TYPES: readonly WebhookType[] = Object.keys(WEBHOOK_TYPES).filter(isWebhookType)

export const ACTOR_KINDS = ['staff', 'key', 'applicant', 'funder', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

type KeysOf<Carries> = Carries extends unknown ? keyof Carries : never
export type WebhookField = KeysOf<Extract<Sent, { carries: unknown }>['carries']> | 'actor'

/** The fields that messages of the type carry besides the ids of the submission and its company. */
export const webhookFields = (wanted: WebhookType): string[] => {
  const carried = [...WEBHOOKS.values()].flatMap(({ type, carries = {} }) =>
    type === wanted ? Object.keys(carries) : [],
  )
  return [...carried, 'actor']
}

type Recorded = { act: EventName; objectId?: string; detail?: object }
/** @returns null where no webhook hears of it */
export function toWebhookEvent({ act, objectId = '', detail = {} }: Recorded, actor: ActorKind) {
  const webhook = WEBHOOKS.get(act)
  if (!webhook) return null
  const source = new Map<string, unknown>(Object.entries({ ...detail, objectId }))
  const fields = Object.entries(webhook.carries ?? {}).map(
    ([field, from]) => [field, source.get(from)] as const,
  )
  const submissionId = String(source.get(webhook.submission ?? 'objectId'))
  return { type: webhook.type, submissionId, data: { ...Object.fromEntries(fields), actor } }
}
