/**
 * Advisory locks of PostgreSQL, by which nodes that start at once, or people who do the same, take turns. All of ours,
 * so that none is taken twice; Prisma's own is 72707369.
 */
export const LOCKS = {
  embeddedRole: 7_316_512_040,
  migration: 7_316_512_041,
  seed: 7_316_512_042,
  keyCheck: 7_316_512_043,
  lastAdmin: 7_316_512_044,
  keyRotation: 7_316_512_050,
  auditSeal: 7_316_512_045,
  installation: 7_316_512_046,
  // Named in the trigger of the table AuditKey too (20261121193000_retired_keys_seen_by_triggers).
  auditKey: 7_316_512_051,
} as const
