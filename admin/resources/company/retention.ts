import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'
import { call, trpc } from '../../providers/trpc-client.ts'

export type Retention = inferRouterOutputs<AppRouter>['company']['retention']['data']

/** A dry run: what such a period would have destroyed. */
export const askRetention = async (id: string, days: number): Promise<Retention> =>
  (await call(trpc.company.retention.query({ id, days: String(days) }))).data
