import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import {
  createInput,
  deleteInput,
  getInput,
  listInput,
  roleOutput,
  rolesOutput,
  updateInput,
} from './role.schema.ts'
import { createRole, deleteRole, getRole, listRoles, updateRole } from './role.service.ts'

const tags = ['Roles']

export const roleRouter = router({
  list: actionProcedure('role.list')
    .meta({
      openapi: { method: 'GET', path: '/role/get', tags, protect: true, summary: 'Roles, newest first' },
    })
    .input(listInput)
    .output(rolesOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listRoles(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('roles', from, rows.length, total))
      return successList(rows, total)
    }),

  get: actionProcedure('role.list')
    .meta({ openapi: { method: 'GET', path: '/role/get/{id}', tags, protect: true, summary: 'One role' } })
    .input(getInput)
    .output(roleOutput)
    .query(async ({ ctx, input }) => success(await getRole(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('role.create')
    .meta({
      openapi: {
        method: 'POST',
        path: '/role/create',
        tags,
        protect: true,
        summary: 'Make a role of at most what the caller holds',
        errorResponses: [400, 401, 403, 503],
      },
    })
    .input(createInput)
    .output(roleOutput)
    .mutation(async ({ ctx, input }) => success(await createRole(ctx.services, ctx, input))),

  update: actionProcedure('role.update')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/role/update/{id}',
        tags,
        protect: true,
        summary: 'Change a role; whoever has it has the change with their next request',
        errorResponses: [400, 401, 403, 404, 409, 503],
      },
    })
    .input(updateInput)
    .output(roleOutput)
    .mutation(async ({ ctx, input }) => success(await updateRole(ctx.services, ctx, input))),

  delete: actionProcedure('role.delete')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/role/delete/{id}',
        tags,
        protect: true,
        summary: 'Delete a role that nobody has',
        errorResponses: [400, 401, 403, 404, 409, 503],
      },
    })
    .input(deleteInput)
    .output(roleOutput)
    .mutation(async ({ ctx, input }) => success(await deleteRole(ctx.services, ctx, input))),
})
