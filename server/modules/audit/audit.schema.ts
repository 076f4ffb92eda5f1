import { z } from 'zod'
import { AUDIT_ACTIONS } from '#domain/audit-actions'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope, timeZone } from '../../trpc/envelope.ts'
import { filter, id, range, sort, text } from '../../trpc/inputs.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
const time = text(40).refine(
  (value) => TIME.test(value) && !Number.isNaN(Date.parse(value)),
  serverMessages.invalid.time,
)

export const AUDIT_COLUMNS = ['at', 'actor', 'act', 'object', 'ip'] as const
export type AuditColumn = (typeof AUDIT_COLUMNS)[number]

const search = {
  sort: sort('at', 'actor', 'act'),
  filter: filter([...AUDIT_COLUMNS], {
    companyId: id.optional(),
    actorId: id.optional(),
    act: z.enum(AUDIT_ACTIONS).optional(),
    objectType: text().optional(),
    objectId: id.optional(),
    submission: id.optional(),
    from: time.optional(),
    to: time.optional(),
  }),
}
export const auditInput = z.strictObject({ ...search, range })
/** An export is always newest first, in whatever order the list is shown. */
export const auditExportInput = z.strictObject(search)
export type AuditInput = z.infer<typeof auditInput>

const auditRow = withExample(
  z.object({
    id: z.string(),
    at: z.string(),
    companyId: z.string().nullable(),
    companyName: z.string(),
    timeZone,
    /** `id` null: nobody signed in, or the system */
    actor: z.object({ id: z.string().nullable(), name: z.string() }),
    act: z.string(),
    objectType: z.string(),
    objectId: z.string(),
    objectName: z.string(),
    ip: z.string(),
    detail: z.record(z.string(), z.unknown()),
  }),
  {
    id: '1042',
    at: EXAMPLE.time,
    companyId: EXAMPLE.company.id,
    companyName: EXAMPLE.company.nameIn,
    timeZone: EXAMPLE.timeZone,
    actor: { id: EXAMPLE.user.id, name: EXAMPLE.user.name },
    act: 'submission-viewed',
    objectType: 'submission',
    objectId: EXAMPLE.submission.id,
    objectName: '',
    ip: '203.0.113.7',
    detail: {},
  },
)
export const auditOutput = listEnvelope(auditRow)
export const auditEntryInput = z.strictObject({ id })
export const auditEntryOutput = envelope(auditRow)
export type AuditRow = z.infer<typeof auditRow>

export const peopleInput = z.strictObject({
  sort: sort('name'),
  range,
  filter: filter(['name'], {}),
})
export type PeopleInput = z.infer<typeof peopleInput>

const auditPerson = withExample(
  z.object({ id: z.string(), name: z.string(), state: z.enum(['active', 'inactive', 'deleted']) }),
  { id: EXAMPLE.user.id, name: EXAMPLE.user.name, state: 'active' },
)
export const peopleOutput = listEnvelope(auditPerson)
export type AuditPerson = z.infer<typeof auditPerson>
