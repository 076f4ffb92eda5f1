/** PostgreSQL's advisory locks, all in one place to keep their numbers apart. */
export const LOCKS = {
  embeddedRole: 7_316_512_040,
  migration: 7_316_512_041,
  seed: 7_316_512_042,
  keyCheck: 7_316_512_043,
  lastAdmin: 7_316_512_044,
  keyRotation: 7_316_512_050,
  auditSeal: 7_316_512_045,
  registration: 7_316_512_047,
  installation: 7_316_512_046,
  // Used by intake_place_events().
  events: 7_316_512_048,
  // The trigger of AuditKey uses this number too.
  auditKey: 7_316_512_051,
  // Used by intake_add_audit_partitions().
  auditPartitions: 7_316_512_060,
  // Used by intake_sum_changes() and intake_move_days().
  figures: 7_316_512_080,
} as const
