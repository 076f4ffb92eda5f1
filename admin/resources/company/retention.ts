import type { Outputs } from '../../providers/outputs.ts'
import { call, trpc } from '../../providers/trpc-client.ts'

export type Retention = Outputs['company']['retention']['data']

/** A dry run: what such a period would have destroyed. */
export const askRetention = async (id: string, days: number): Promise<Retention> =>
  (await call(trpc.company.retention.query({ id, days: String(days) }))).data
