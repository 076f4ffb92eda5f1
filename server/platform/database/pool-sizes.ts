import type { Database } from './db.ts'

export const poolSizes = ({ connections: { tenant, system } }: Database) =>
  Object.entries({ tenant: tenant.pool, system: system.pool }).map(([pool, counts]) => ({
    pool,
    max: counts.options.max,
    used: counts.totalCount - counts.idleCount,
    idle: counts.idleCount,
    waiting: counts.waitingCount,
  }))
