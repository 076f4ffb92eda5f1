import { z } from 'zod'
import { Prisma } from '../../generated/client.ts'
import { tracing } from '../../observe.ts'

const submission = z.object({ id: z.string() })
const recipient = z.object({ id: z.string(), to: z.string() })
const toUser = z.object({ id: z.string(), ip: z.string() })

export const applicationPdfKey = (id: string): string => `application-pdf:${id}`
export const bulkKey = (id: string): string => `bulk:${id}`
export const acceptedKey = (id: string): string => `submission-accepted:${id}`
/** Begins the keys of a request's mail and its reminders. */
export const requestMailKey = (id: string): string => `request-mail:${id}:`
/** Begins the keys of the mails of a submission's packages. */
export const packageMailKey = (id: string): string => `package-mail:${id}:`
/** Begins the keys of all mails to a company about a submission. */
export const notifyKey = (id: string): string => `notify:${id}:`

/** The delay between attempts grows from seconds to six hours, so 12 attempts take about a day. */
const task = <Payload extends z.ZodType>(
  payload: Payload,
  key: (payload: z.output<Payload>) => string,
  attempts = 12,
  priority = 0,
) => ({ payload, key, attempts, priority })

/** Payloads hold ids, never an applicant's data: the queue's rows are not encrypted. */
const TASKS = {
  'submission-arrived': task(submission, ({ id }) => acceptedKey(id), 25),
  /** Of the release before, which sealed nothing: its nodes know only this name. */
  'application-pdf': task(submission, ({ id }) => applicationPdfKey(id)),
  'seal-pdf': task(submission, ({ id }) => applicationPdfKey(id)),
  notify: task(recipient, ({ id, to }) => notifyKey(id) + to),
  'notify-of-documents': task(recipient, ({ id, to }) => `${notifyKey(id)}documents:${to}`),
  'notify-of-signature': task(recipient, ({ id, to }) => `${notifyKey(id)}signature:${to}`),
  'notify-of-answers': task(recipient, ({ id, to }) => `${notifyKey(id)}answers:${to}`),
  mention: task(
    z.object({ id: z.string(), note: z.string(), user: z.string() }),
    ({ id, user }) => `${notifyKey(id)}mention:${user}`,
  ),
  /** of submissions after `since`, up to `until` */
  'daily-mail': task(
    z.object({ id: z.string(), since: z.string(), until: z.string() }),
    ({ id, until }) => `daily-mail:${id}:${until}`,
  ),
  /** of tasks that were there that morning */
  'task-mail': task(z.object({ id: z.string(), at: z.string() }), ({ id, at }) => `task-mail:${id}:${at}`),
  'receipt-mail': task(submission, ({ id }) => `receipt-mail:${id}`),
  'decision-mail': task(submission, ({ id }) => `decision-mail:${id}`),
  'second-signer': task(submission, ({ id }) => `second-signer:${id}`),
  /** reminder 0 is the request itself */
  'request-mail': task(
    z.object({ id: z.string(), request: z.string(), reminder: z.number() }),
    ({ id, reminder }) => `${requestMailKey(id)}${reminder}`,
  ),
  /** `at`: when its sender asked for it */
  'package-mail': task(
    z.object({ id: z.string(), package: z.string(), at: z.string() }),
    (each) => `${packageMailKey(each.id)}${each.package}:${each.at}`,
  ),
  // For a few minutes, as a code is good no longer.
  'package-code': task(
    z.object({ id: z.string(), package: z.string(), at: z.string() }),
    (each) => `${packageMailKey(each.id)}code:${each.package}`,
    5,
  ),
  'register-submission': task(submission, ({ id }) => `register-submission:${id}`, 25),
  'read-statements': task(submission, ({ id }) => `read-statements:${id}`),
  'recognize-statements': task(submission, ({ id }) => `recognize-statements:${id}`, 4),
  /** the further files of a submission, after the first ones of others */
  'recognize-more': task(submission, ({ id }) => `recognize-more:${id}`, 4, 1),
  // For about an hour, as a link that arrives much later is useless.
  'password-reset': task(toUser, ({ id }) => `password-reset:${id}`, 9),
  /** to set the first password */
  invitation: task(toUser, ({ id }) => `invitation:${id}`),
  // The database queues it: intake_queue_deliveries().
  'deliver-webhook': task(submission, ({ id }) => `deliver-webhook:${id}`),
  'webhook-stopped': task(submission, ({ id }) => `webhook-stopped:${id}`),
  'maker-lost': task(
    z.object({ id: z.string(), kind: z.enum(['webhook', 'view']) }),
    ({ id }) => `maker-lost:${id}`,
  ),
  /** one act for many submissions, after the jobs about single ones */
  bulk: task(submission, ({ id }) => bulkKey(id), 12, 1),
  retention: task(z.object({}), () => 'retention', 3),
  sweep: task(z.object({}), () => 'sweep', 3),
}
export type TaskName = keyof typeof TASKS
export type TaskPayloads = { [Name in TaskName]: z.output<(typeof TASKS)[Name]['payload']> }

/** Of a submission's jobs, but for those whose keys begin as `notifyKey` and `requestMailKey` do. */
export const submissionKeys = (id: string): string[] =>
  (
    [
      'submission-arrived',
      'application-pdf',
      'receipt-mail',
      'decision-mail',
      'second-signer',
      'register-submission',
      'read-statements',
      'recognize-statements',
      'recognize-more',
    ] as const
  ).map((name) => TASKS[name].key({ id }))

type Queued<Payload> = {
  payload: z.ZodType<Payload>
  key: (payload: Payload) => string
  attempts: number
  priority: number
}
export const QUEUED: { [Name in TaskName]: Queued<TaskPayloads[Name]> } = TASKS

/** Jobs with the same key that are added meanwhile become one. */
const DELAY_SECONDS: Partial<Record<TaskName, number>> = { 'notify-of-documents': 60 }

type Client = Pick<Prisma.TransactionClient, '$executeRaw'>

export const addJob = <Name extends TaskName>(
  client: Client,
  task: Name,
  payload: TaskPayloads[Name],
  runAt: Date | null = null,
): Promise<void> => addJobs(client, task, [payload], runAt)

export async function addJobs<Name extends TaskName>(
  client: Client,
  task: Name,
  payloads: readonly TaskPayloads[Name][],
  runAt: Date | null = null,
): Promise<void> {
  const { key: toKey, attempts, priority } = QUEUED[task]
  const traceparent = tracing.traceparent()
  const jobs = payloads.map((payload) => ({ key: toKey(payload), payload: { ...payload, traceparent } }))
  await client.$executeRaw`
    SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg(ROW(${task}::text, job -> 'payload', NULL,
        coalesce(${runAt}::timestamptz, now() + make_interval(secs => ${DELAY_SECONDS[task] ?? 0}::integer)),
        ${attempts}::smallint, job ->> 'key', ${priority}::smallint, NULL)::graphile_worker.job_spec)
      FROM json_array_elements(${JSON.stringify(jobs)}::json) AS job))`
}

/**
 * SQL expression that queues `submission-arrived` for each id of an array and returns their number. One call for all,
 * as each call takes a lock: PostgreSQL writes notifications of concurrent commits one after another.
 *
 * @param ids SQL expression of type text[]
 */
export const addAcceptedJobsSql = (ids: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`intake_add_jobs('submission-arrived'::text, ${ids}, ${acceptedKey('')}::text,
    ${TASKS['submission-arrived'].attempts}::integer)`

/** The same for jobs that continue the traces of their requests. @param traces W3C `traceparent` by id */
export const addTracedJobsSql = (ids: Prisma.Sql, traces: Record<string, string>): Prisma.Sql =>
  Prisma.sql`count(*) FROM graphile_worker.add_jobs((
    SELECT array_agg(ROW('submission-arrived',
      json_build_object('id', id, 'traceparent', ${JSON.stringify(traces)}::json ->> id), NULL, NULL,
      ${TASKS['submission-arrived'].attempts}::smallint, ${acceptedKey('')}::text || id, NULL, NULL)::graphile_worker.job_spec)
    FROM unnest(${ids}) AS id))`

/** Sends a receipt that waits for the seal. */
export async function mailReceiptNow(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  id: string,
): Promise<void> {
  await client.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), now()) FROM graphile_worker.jobs
    WHERE key = ${TASKS['receipt-mail'].key({ id })} AND attempts = 0 HAVING count(*) > 0`
}

export async function removeRequestMails(
  client: Pick<Prisma.TransactionClient, '$executeRaw'>,
  id: string,
): Promise<void> {
  await client.$executeRaw`
    SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE starts_with(key, ${requestMailKey(id)})`
}
