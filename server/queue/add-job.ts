import { z } from 'zod'
import { Prisma } from '../generated/client.ts'

const submission = z.object({ id: z.string() })
const schemas = {
  /** as earlier releases queue it */
  'submission-accepted': submission,
  'submission-received': submission,
  /** of a node of the release before that serves beside this one: intake_add_jobs() renames its job */
  'submission-received-before': submission,
  'submission-arrived': submission,
  'application-pdf': submission,
  notify: z.object({ id: z.string(), to: z.string() }),
  'notify-of-documents': z.object({ id: z.string(), to: z.string() }),
  'notify-of-signature': z.object({ id: z.string(), to: z.string() }),
  mention: z.object({ id: z.string(), note: z.string(), user: z.string() }),
  /** of submissions after `since`, up to `until` */
  'daily-mail': z.object({ id: z.string(), since: z.string(), until: z.string() }),
  'receipt-mail': submission,
  'second-signer': submission,
  'notify-of-answers': z.object({ id: z.string(), to: z.string() }),
  /** reminder 0 is the request itself */
  'request-mail': z.object({ id: z.string(), request: z.string(), reminder: z.number() }),
  'register-submission': submission,
  'password-reset': z.object({ id: z.string(), ip: z.string() }),
  retention: z.object({}),
  sweep: z.object({}),
  upgrade: z.object({ step: z.string(), after: z.string(), rows: z.number(), unreadable: z.number() }),
}
export type TaskName = keyof typeof schemas
export type TaskPayloads = { [Name in TaskName]: z.output<(typeof schemas)[Name]> }
type PerTask<Kind extends 'schema' | 'key'> = {
  [Name in TaskName]: {
    schema: z.ZodType<TaskPayloads[Name]>
    key: (payload: TaskPayloads[Name]) => string
  }[Kind]
}

/** Payloads hold ids, never an applicant's data: the queue's rows are not encrypted. */
export const PAYLOADS: PerTask<'schema'> = schemas

export const applicationPdfKey = (id: string): string => `application-pdf:${id}`
export const acceptedKey = (id: string): string => `submission-accepted:${id}`
export const receiptMailKey = (id: string): string => `receipt-mail:${id}`
export const registerKey = (id: string): string => `register-submission:${id}`
/** Also the name of the job, so that nodes which do not know the step leave it to others. */
export const upgradeKey = (step: string): string => `upgrade:${step}`
export const secondSignerKey = (id: string): string => `second-signer:${id}`
/** Begins the keys of a request's mail and its reminders. */
export const requestMailKey = (id: string): string => `request-mail:${id}:`
/** Begins the keys of all mails to a company about a submission. */
export const notifyKey = (id: string): string => `notify:${id}:`

const KEYS: PerTask<'key'> = {
  'submission-accepted': ({ id }) => acceptedKey(id),
  'submission-received': ({ id }) => acceptedKey(id),
  'submission-received-before': ({ id }) => acceptedKey(id),
  'submission-arrived': ({ id }) => acceptedKey(id),
  'application-pdf': ({ id }) => applicationPdfKey(id),
  notify: ({ id, to }) => notifyKey(id) + to,
  'notify-of-documents': ({ id, to }) => `${notifyKey(id)}documents:${to}`,
  'notify-of-signature': ({ id, to }) => `${notifyKey(id)}signature:${to}`,
  mention: ({ id, note, user }) => `${notifyKey(id)}mention:${note}:${user}`,
  'daily-mail': ({ id, until }) => `daily-mail:${id}:${until}`,
  'receipt-mail': ({ id }) => receiptMailKey(id),
  'second-signer': ({ id }) => secondSignerKey(id),
  'notify-of-answers': ({ id, to }) => `${notifyKey(id)}answers:${to}`,
  'request-mail': ({ id, reminder }) => `${requestMailKey(id)}${reminder}`,
  'register-submission': ({ id }) => registerKey(id),
  'password-reset': ({ id }) => `password-reset:${id}`,
  retention: () => 'retention',
  sweep: () => 'sweep',
  upgrade: ({ step }) => upgradeKey(step),
}

/** The delay between attempts grows from seconds to six hours, so 12 attempts take about a day. */
const MAX_ATTEMPTS: Record<TaskName, number> = {
  'submission-accepted': 25,
  'submission-received': 25,
  'submission-received-before': 25,
  'submission-arrived': 25,
  'application-pdf': 12,
  notify: 12,
  'notify-of-documents': 12,
  'notify-of-signature': 12,
  mention: 12,
  'daily-mail': 12,
  'receipt-mail': 12,
  'second-signer': 12,
  'notify-of-answers': 12,
  'request-mail': 12,
  'register-submission': 25,
  // A reset link that arrives much later is useless.
  'password-reset': 6,
  retention: 3,
  sweep: 3,
  upgrade: 12,
}

/** Lower numbers run first. An upgrade's batch is short and should not wait for all queued PDFs. */
const PRIORITIES: Partial<Record<TaskName, number>> = { upgrade: -1 }

/** Jobs with the same key that are added meanwhile become one. */
const DELAY_SECONDS: Partial<Record<TaskName, number>> = { 'notify-of-documents': 60 }

export async function addJob<Name extends TaskName>(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  task: Name,
  payload: TaskPayloads[Name],
  runAt: Date | null = null,
): Promise<void> {
  const key = KEYS[task](payload)
  await client.$executeRaw`
    SELECT 1 FROM graphile_worker.add_job(${task === 'upgrade' ? key : task}::text, ${JSON.stringify(payload)}::json,
      job_key => ${key}::text, max_attempts => ${MAX_ATTEMPTS[task]}::integer,
      priority => ${PRIORITIES[task] ?? 0}::integer,
      run_at => coalesce(${runAt}::timestamptz, now() + make_interval(secs => ${DELAY_SECONDS[task] ?? 0}::integer)))`
}

/**
 * SQL expression that queues `submission-arrived` for each id of an array and returns their number. One call for all,
 * as each call takes a lock: PostgreSQL writes notifications of concurrent commits one after another. Nodes of the
 * release before, which register no merchant and assign nothing, leave this job to others.
 *
 * @param ids SQL expression of type text[]
 */
export const addAcceptedJobsSql = (ids: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`intake_add_jobs('submission-arrived'::text, ${ids}, ${acceptedKey('')}::text,
    ${MAX_ATTEMPTS['submission-arrived']}::integer)`

export async function removeRequestMails(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  id: string,
): Promise<void> {
  await client.$executeRaw`
    SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE starts_with(key, ${requestMailKey(id)})`
}
