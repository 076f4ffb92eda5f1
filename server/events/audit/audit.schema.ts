import { z } from 'zod'
import { AUDIT_ACTIONS } from '#domain/events'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, paging, plainSort, range, sort, text } from '../../trpc/inputs.ts'

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/
export const time = text(40).refine(
  (value) => TIME.test(value) && !Number.isNaN(Date.parse(value)),
  serverMessages.invalid.time,
)

const AUDIT_COLUMNS = ['at', 'actor', 'act', 'object', 'ip'] as const
export type AuditColumn = (typeof AUDIT_COLUMNS)[number]

const search = {
  sort: sort('at', 'actor', 'act'),
  filter: filter(
    [...AUDIT_COLUMNS],
    {
      companyId: id.optional(),
      actorId: id.optional(),
      act: z.enum(AUDIT_ACTIONS).optional(),
      objectType: text().optional(),
      objectId: id.optional(),
      submission: id.optional(),
      from: time.optional(),
      to: time.optional(),
    },
    serverMessages.narrower.described,
  ),
}
export const auditInput = z.strictObject({ ...search, ...paging })
/** An export is always newest first, in whatever order the list is shown. */
export const auditExportInput = z.strictObject(search)
export type AuditInput = z.infer<typeof auditInput>

const auditRow = entity('AuditEntry', {
  id: eg(z.string(), '1042'),
  at: eg(z.string(), EXAMPLE.time),
  companyId: eg(z.string().nullable(), EXAMPLE.company.id),
  companyName: eg(z.string(), EXAMPLE.company.nameIn),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  /** `id` is null for strangers and the system */
  actor: eg(z.object({ id: z.string().nullable(), name: z.string() }), {
    id: EXAMPLE.user.id,
    name: EXAMPLE.user.name,
  }),
  act: eg(z.string(), 'submission-viewed'),
  objectType: eg(z.string(), 'submission'),
  objectId: eg(z.string(), EXAMPLE.submission.id),
  objectName: eg(z.string(), ''),
  ip: eg(z.string(), '203.0.113.7'),
  detail: eg(z.record(z.string(), z.unknown()), {}),
})
export const auditOutput = listEnvelope(auditRow)
export const auditEntryInput = z.strictObject({ id })
export const auditEntryOutput = envelope(auditRow)
export type AuditRow = z.infer<typeof auditRow>

export const peopleInput = z.strictObject({
  sort: plainSort('name'),
  range,
  filter: filter(['name'], {}),
})
export type PeopleInput = z.infer<typeof peopleInput>

const auditPerson = entity('AuditPerson', {
  id: eg(z.string(), EXAMPLE.user.id),
  name: eg(z.string(), EXAMPLE.user.name),
  state: eg(z.enum(['active', 'inactive', 'deleted']), 'active'),
})
export const peopleOutput = listEnvelope(auditPerson)
export type AuditPerson = z.infer<typeof auditPerson>
