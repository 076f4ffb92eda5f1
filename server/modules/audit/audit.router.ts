import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure, permissionProcedure, router } from '../../trpc/init.ts'
import { getAudit, listAudit } from './audit-list.service.ts'
import { listPeople } from './audit-people.service.ts'
import {
  auditEntryInput,
  auditEntryOutput,
  auditInput,
  auditOutput,
  peopleInput,
  peopleOutput,
} from './audit.schema.ts'

export const auditRouter = router({
  get: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'GET',
        path: '/audit/get',
        tags: ['Audit log'],
        summary:
          'Who did what and when, newest first: everything for admins, else what concerns submissions and documents of the own company',
        protect: true,
      },
    })
    .input(auditInput)
    .output(auditOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listAudit(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('audit', from, rows.length, total))
      return successList(rows, total)
    }),

  getById: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'GET',
        path: '/audit/get/{id}',
        tags: ['Audit log'],
        summary: 'One entry of the audit log',
        protect: true,
      },
    })
    .input(auditEntryInput)
    .output(auditEntryOutput)
    .query(async ({ ctx, input }) => success(await getAudit(ctx.services, ctx.actor, input.id))),

  people: actionProcedure('audit.list')
    .meta({
      openapi: {
        method: 'GET',
        path: '/audit/people',
        tags: ['Audit log'],
        summary: 'Who has entries in the log, by name, deactivated and deleted users too; for a select box',
        protect: true,
        errorResponses: [400, 401, 403, 503],
      },
    })
    .input(peopleInput)
    .output(peopleOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listPeople(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('audit-people', from, rows.length, total))
      return successList(rows, total)
    }),
})
