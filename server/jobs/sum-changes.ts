import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { repeat, type Repeated } from './repeat.ts'

const EVERY_MS = 1000

/** Keeps the changes few that readers of figures add up. If the database cannot be reached, the next run does so. */
export const startSumming = ({ config, db }: Pick<Services, 'config' | 'db'>): Repeated =>
  config.role === 'web' ? { stop: async () => {} } : repeat(EVERY_MS, () => sumChanges(db).catch(() => {}))

export async function sumChanges(db: Services['db']): Promise<void> {
  await db.system('job').query('sum-changes', Prisma.sql`SELECT intake_sum_changes()`)
}
