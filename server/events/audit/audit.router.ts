import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure, permissionProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { getAudit, listAudit, listPeople } from './audit-list.service.ts'
import {
  auditEntryInput,
  auditEntryOutput,
  auditInput,
  auditOutput,
  peopleInput,
  peopleOutput,
} from './audit.schema.ts'

const rest = restMeta('Audit log')

export const auditRouter = router({
  get: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/audit/get',
        'Who did what and when, newest first: everything for admins, else what concerns submissions and documents of the own company',
      ),
    )
    .input(auditInput)
    .output(auditOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'audit', await listAudit(ctx.services, ctx.actor, input)),
    ),

  getById: permissionProcedure('page:forms')
    .meta(rest('GET', '/audit/get/{id}', 'One entry of the audit log'))
    .input(auditEntryInput)
    .output(auditEntryOutput)
    .query(async ({ ctx, input }) => success(await getAudit(ctx.services, ctx.actor, input.id))),

  people: actionProcedure('audit.list')
    .meta(
      rest(
        'GET',
        '/audit/people',
        'Who has entries in the log, by name, deactivated and deleted users too; for a select box',
        [],
      ),
    )
    .input(peopleInput)
    .output(peopleOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'audit-people', await listPeople(ctx.services, ctx.actor, input)),
    ),
})
