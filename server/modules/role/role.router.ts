import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
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

const rest = restMeta('Roles')

export const roleRouter = router({
  list: actionProcedure('role.list')
    .meta(rest('GET', '/role/get', 'Roles, newest first'))
    .input(listInput)
    .output(rolesOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'roles', await listRoles(ctx.services, ctx.actor, input)),
    ),

  get: actionProcedure('role.list')
    .meta(rest('GET', '/role/get/{id}', 'One role'))
    .input(getInput)
    .output(roleOutput)
    .query(async ({ ctx, input }) => success(await getRole(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('role.create')
    .meta(rest('POST', '/role/create', 'Make a role of at most what the caller holds', []))
    .input(createInput)
    .output(roleOutput)
    .mutation(async ({ ctx, input }) => success(await createRole(ctx.services, ctx, input))),

  update: actionProcedure('role.update')
    .meta(
      rest(
        'PUT',
        '/role/update/{id}',
        'Change a role; whoever has it has the change with their next request',
        [404, 409],
      ),
    )
    .input(updateInput)
    .output(roleOutput)
    .mutation(async ({ ctx, input }) => success(await updateRole(ctx.services, ctx, input))),

  delete: actionProcedure('role.delete')
    .meta(rest('DELETE', '/role/delete/{id}', 'Delete a role that nobody has', [404, 409]))
    .input(deleteInput)
    .output(roleOutput)
    .mutation(async ({ ctx, input }) => success(await deleteRole(ctx.services, ctx, input))),
})
