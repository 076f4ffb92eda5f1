import type { Database } from './db.ts'

export const poolSizes = ({ tenantPool, systemPool }: Database) =>
  Object.entries({ tenant: tenantPool, system: systemPool }).map(([pool, counts]) => ({
    pool,
    max: counts.options.max,
    used: counts.totalCount - counts.idleCount,
    idle: counts.idleCount,
    waiting: counts.waitingCount,
  }))
