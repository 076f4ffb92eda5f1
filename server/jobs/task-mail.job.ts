import { toReference } from '#domain/reference'
import { DEFAULT_TIME_ZONE, dayInZone, startOfDay } from '#domain/time-zone'
import { findReaders } from '../desk/assignees.ts'
import { recordEvents, SYSTEM, type EventRecord } from '../events/record-event.ts'
import type { Task } from '../generated/client.ts'
import { dueTasksMail } from '../platform/mail/mails.ts'
import { addJob, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { lastMailTime } from './daily-mail.job.ts'

const DAY_MS = 24 * 3_600_000

/** Looks each morning at the open tasks of each active user; the events are recorded once, however often the mail is tried. */
export async function queueTaskMails({ db }: Pick<Services, 'db'>, now = new Date()): Promise<void> {
  const owners = await db.system('job').read((client) =>
    client.user.findMany({
      where: { active: true, tasks: { some: { doneAt: null } } },
      select: { id: true, taskMailAt: true, company: { select: { timeZone: true } } },
    }),
  )
  for (const { id, taskMailAt, company } of owners) {
    if (taskMailAt >= lastMailTime(now, company?.timeZone ?? DEFAULT_TIME_ZONE)) continue
    await db.system('job').write(async (tx) => {
      // Another node may have queued it. As SQL, which leaves the time of the last edit.
      const count = await tx.$executeRaw`
        UPDATE "User" SET "taskMailAt" = ${now}::timestamptz
        WHERE "id" = ${id} AND "taskMailAt" = ${taskMailAt}::timestamptz`
      if (count === 0) return
      await addJob(tx, 'task-mail', { id, at: now.toISOString() })
      const due = await tx.task.findMany({ where: dueToday(id, now, company?.timeZone) })
      await recordEvents(tx, due.map(toEvent))
    })
  }
}

/** Open tasks of the day and of days before, given before the morning. */
function dueToday(ownerId: string, now: Date, zone = DEFAULT_TIME_ZONE) {
  const tomorrow = startOfDay(new Date(Date.parse(dayInZone(now, zone)) + DAY_MS), zone)
  return { ownerId, doneAt: null, dueAt: { lt: tomorrow }, createdAt: { lt: lastMailTime(now, zone) } }
}

const toEvent = ({ id: task, ownerId: owner, companyId, submissionId, dueAt }: Task): EventRecord => ({
  companyId,
  actor: SYSTEM,
  ip: '',
  act: 'task-due',
  objectType: 'submission',
  objectId: submissionId,
  detail: { task, owner, dueAt: dueAt.toISOString() },
})

/** Nothing is sent where nothing is due, and none of submissions that the user no longer sees. */
export async function sendTaskMail(
  { db, mailer, publicUrl }: Pick<Services, 'db' | 'mailer' | 'publicUrl'>,
  { id, at }: TaskPayloads['task-mail'],
): Promise<void> {
  const found = await db.system('job').read(async (client) => {
    const [reader] = await findReaders(client, { id })
    if (!reader) return null
    const { companyId, email } = reader
    const company = companyId === null ? null : await client.company.findUnique({ where: { id: companyId } })
    const tasks = await db.as({ ...reader, userId: id }).read(({ task }) =>
      task.findMany({
        where: dueToday(id, new Date(at), company?.timeZone),
        select: { submissionId: true },
        orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
      }),
    )
    return { email, tasks, name: company?.nameOut ?? null }
  })
  if (!found || found.tasks.length === 0) return
  const { email, name, tasks } = found
  const ids = [...new Set(tasks.map(({ submissionId }) => submissionId))]
  const link = `${publicUrl}/admin/forms${ids.length === 1 ? `/${ids[0]}` : ''}`
  const mail = dueTasksMail(name, tasks.length, ids.map(toReference), link)
  await mailer.send({ ...mail, to: [email], key: `task-mail:${id}:${at}` })
}
