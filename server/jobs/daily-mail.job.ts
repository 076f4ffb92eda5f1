import { DAILY_MAIL_HOUR } from '#domain/submission-mail'
import { reachesAllCompanies } from '#domain/permissions'
import { DEFAULT_TIME_ZONE, dayInZone, startOfDay } from '#domain/time-zone'
import { dailyMail } from '../platform/mail/mails.ts'
import { findReaders } from '../desk/assignees.ts'
import { addJob, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

const HOUR_MS = 3_600_000

export async function queueDailyMails({ db }: Pick<Services, 'db'>, now = new Date()): Promise<void> {
  const asking = await db.system('job').read((client) =>
    client.user.findMany({
      where: { active: true, submissionMail: 'daily' },
      select: { id: true, submissionMailAt: true, company: { select: { timeZone: true } } },
    }),
  )
  for (const { id, submissionMailAt: since, company } of asking) {
    if (since >= lastMailTime(now, company?.timeZone ?? DEFAULT_TIME_ZONE)) continue
    await db.system('job').write(async (tx) => {
      // Another node may have queued it. As SQL, which leaves the time of the last edit.
      const count = await tx.$executeRaw`
        UPDATE "User" SET "submissionMailAt" = ${now}::timestamptz
        WHERE "id" = ${id} AND "submissionMail" = 'daily' AND "submissionMailAt" = ${since}::timestamptz`
      if (count === 0) return
      await addJob(tx, 'daily-mail', { id, since: since.toISOString(), until: now.toISOString() })
    })
  }
}

export function lastMailTime(now: Date, timeZone: string): Date {
  const day = dayInZone(new Date(now.getTime() - DAILY_MAIL_HOUR * HOUR_MS), timeZone)
  const wanted = new Date(Date.parse(day) + DAILY_MAIL_HOUR * HOUR_MS)
  return startOfDay(wanted, timeZone)
}

/** Users of the provider get one count over all companies; nothing is sent when nothing came. */
export async function sendDailyMail(
  { db, mailer, publicUrl }: Pick<Services, 'db' | 'mailer' | 'publicUrl'>,
  { id, since, until }: TaskPayloads['daily-mail'],
): Promise<void> {
  const found = await db.system('job').read(async (client) => {
    const [reader] = await findReaders(client, { id, submissionMail: 'daily' })
    if (!reader) return null
    const { companyId, email } = reader
    const isProvider = reachesAllCompanies(reader)
    if (!isProvider && companyId === null) return null
    const company =
      companyId === null ? null : await client.company.findUniqueOrThrow({ where: { id: companyId } })
    const where = {
      createdAt: { gt: since, lte: until },
      company: { isExample: false },
      ...(!isProvider && { companyId: company?.id }),
    }
    const count = await db
      .as({ ...reader, userId: id })
      .read(({ submissionDesk }) => submissionDesk.count({ where }))
    return { email, company, count, name: isProvider ? null : (company?.nameOut ?? null) }
  })
  if (!found || found.count === 0) return
  const { email, company, count, name } = found
  const filter = { createdFrom: dayInZone(new Date(since), company?.timeZone ?? DEFAULT_TIME_ZONE) }
  const link = `${publicUrl}/admin/forms?filter=${encodeURIComponent(JSON.stringify(filter))}`
  await mailer.send({ ...dailyMail(name, count, link), to: [email], key: `daily-mail:${id}:${until}` })
}
