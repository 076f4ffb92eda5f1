import { dayInZone } from '#domain/time-zone'
import { dayInUtc } from '../format.ts'
import { call, trpc, type Outputs } from '../providers/trpc-client.ts'
import { useLoad } from '../providers/use-task.ts'

export type Task = Outputs['task']['list']['data'][number]

export const tasksKey = (filter: object) => ['tasks', filter] as const

export const useTasks = (filter: { submissionId: string } | { ownerId: 'me'; due: true }) =>
  useLoad({
    queryKey: tasksKey(filter),
    queryFn: async () => (await call(trpc.task.list.query({ filter: JSON.stringify(filter) }))).data,
  })

/** '2026-12-01', by the company's clock */
export const dayOf = (iso: string, { timeZone }: Task): string => dayInZone(new Date(iso), timeZone)

/** 'Dec 1, 2026' */
export const shownDay = (iso: string, task: Task): string => dayInUtc(dayOf(iso, task))
