import { z } from 'zod'
import { AUDIT_ACTS } from '#domain/audit-acts'
import { serverMessages } from '#domain/messages/server'
import { listEnvelope } from '../../trpc/envelope.ts'
import { filterWith, id, range, sort, text } from '../../trpc/inputs.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'

/** '2026-11-21', or a time with its offset from UTC. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
const time = text(40).refine(
  (value) => TIME.test(value) && !Number.isNaN(Date.parse(value)),
  serverMessages.invalid.time,
)

export const AUDIT_COLUMNS = ['actor', 'act', 'object', 'ip'] as const
export type AuditColumn = (typeof AUDIT_COLUMNS)[number]

export const auditInput = z.strictObject({
  sort: sort('at', 'actor', 'act'),
  range,
  filter: filterWith([...AUDIT_COLUMNS], {
    actorId: id.optional(),
    act: z.enum(AUDIT_ACTS).optional(),
    objectType: text().optional(),
    objectId: id.optional(),
    submission: id.optional(),
    from: time.optional(),
    to: time.optional(),
  }),
})
export type AuditInput = z.infer<typeof auditInput>

const auditRow = withExample(
  z.object({
    id: z.string(),
    at: z.string(),
    companyId: z.string().nullable(),
    /** `id` null: nobody signed in, or the system */
    actor: z.object({ id: z.string().nullable(), name: z.string() }),
    act: z.string(),
    objectType: z.string(),
    objectId: z.string(),
    ip: z.string(),
    detail: z.record(z.string(), z.unknown()),
  }),
  {
    id: '1042',
    at: EXAMPLE.time,
    companyId: EXAMPLE.company.id,
    actor: { id: EXAMPLE.user.id, name: EXAMPLE.user.name },
    act: 'submission-viewed',
    objectType: 'submission',
    objectId: EXAMPLE.submission.id,
    ip: '203.0.113.7',
    detail: {},
  },
)
export const auditOutput = listEnvelope(auditRow)
export type AuditRow = z.infer<typeof auditRow>
