import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { toReference } from '#domain/reference'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE, withExample } from '../trpc/example.ts'
import { id } from '../trpc/inputs.ts'
import { dueOf } from './task.service.ts'

const KINDS = ['mention', 'assignment', 'task', 'answer', 'arrival', 'funder', 'due'] as const
const NOTICE_ID = '0192f0c1-b3c4-75d5-8fe7-9abcdef01234'

/** No applicant's data in it, so that the panel can ask for it often. */
const notice = entity('Notice', {
  id: eg(z.string(), NOTICE_ID).meta({ description: 'Of a due task: its id' }),
  kind: eg(z.enum(KINDS), 'mention'),
  submissionId: egText(EXAMPLE.submission.id),
  reference: egText(toReference(EXAMPLE.submission.id)),
  actorName: eg(z.string(), EXAMPLE.user.name).meta({
    description: 'Empty for the applicant and due tasks',
  }),
  createdAt: egText(EXAMPLE.time),
  readAt: eg(z.string().nullable(), null),
})
export type Notice = z.infer<typeof notice>

const unread = z.number().int()
export const noticesOutput = listEnvelope(notice).extend({ unread: eg(unread, 3) })
export const readInput = z.strictObject({
  ids: z
    .array(id)
    .min(1)
    .max(LIMITS.namesAtOnce)
    .meta({ example: [NOTICE_ID] }),
})
export const readOutput = envelope(withExample(z.object({ unread }), { unread: 2 }))

type Needs = Pick<Services, 'db'>

/**
 * Those unread come before others, so that all of many are read in turn. Row-level security hides those of submissions that
 * the caller no longer sees.
 */
export const listNotices = ({ db }: Needs, actor: Actor): Promise<{ rows: Notice[]; unread: number }> =>
  db.as(actor).write(async (tx) => {
    const { userId } = actor
    const cut = { take: LIMITS.notices }
    const unreadFirst = { readAt: { sort: 'desc', nulls: 'first' } } as const
    const notices = await tx.notice.findMany({
      where: { userId },
      orderBy: [unreadFirst, { id: 'desc' }],
      ...cut,
    })
    const due = await tx.task.findMany({
      where: dueOf(userId, new Date()),
      select: { id: true, submissionId: true, dueAt: true, readAt: true },
      orderBy: [unreadFirst, { dueAt: 'desc' }],
      ...cut,
    })
    const rows = [
      ...due.map(({ dueAt, ...task }) => ({
        ...task,
        kind: 'due' as const,
        actorName: '',
        createdAt: dueAt,
      })),
      ...notices,
    ]
    return {
      rows: rows
        .sort((one, other) => Number(one.readAt !== null) - Number(other.readAt !== null))
        .slice(0, LIMITS.notices)
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
        .map(toNotice),
      unread: await countUnread(tx, userId),
    }
  })

type Row = Pick<Notice, 'id' | 'kind' | 'submissionId' | 'actorName'> & {
  createdAt: Date
  readAt: Date | null
}

const toNotice = ({ id, kind, submissionId, actorName, createdAt, readAt }: Row): Notice => ({
  id,
  kind,
  submissionId,
  reference: toReference(submissionId),
  actorName,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
})

async function countUnread(tx: Tx, userId: string): Promise<number> {
  const [readAt, due] = [null, dueOf(userId, new Date())]
  return (
    (await tx.notice.count({ where: { userId, readAt } })) +
    (await tx.task.count({ where: { ...due, readAt } }))
  )
}

/** Ids of others' notices, and of none, are passed over. */
export const readNotices = (
  { db }: Needs,
  actor: Actor,
  { ids }: z.infer<typeof readInput>,
): Promise<{ unread: number }> =>
  db.as(actor).write(async (tx) => {
    const { userId } = actor
    const of = { id: { in: ids }, readAt: null }
    const now = new Date()
    await tx.notice.updateMany({ where: { ...of, userId }, data: { readAt: now } })
    await tx.task.updateMany({ where: { ...of, ...dueOf(userId, now) }, data: { readAt: now } })
    return { unread: await countUnread(tx, userId) }
  })
