import { asSystem } from '../auth/actor.ts'
import type { Database } from '../database/db.ts'

const PREFIX = 'intake-keys:'

/** 46 of the 63 characters that PostgreSQL keeps, for two keys: more are never in a ring that something changes. */
export const presenceName = (ids: readonly string[]): string => `${PREFIX}${ids.slice(0, 2).join(',')}`

/** The keys that each running server holds, the one it writes under first. */
export async function serversKeys(db: Database): Promise<string[][]> {
  const rows = await asSystem(
    db,
    'maintenance',
    (client) => client.$queryRaw<{ name: string }[]>`
      SELECT application_name AS "name" FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, ${PREFIX})`,
  )
  return rows.map(({ name }) => name.slice(PREFIX.length).split(','))
}
