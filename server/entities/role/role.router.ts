import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import { createInput, deleteInput, listInput, role, roles, updateInput } from './role.ts'
import { listRoles, createRole, updateRole, deleteRole } from './role.service.ts'

const call = callsOf('Roles')

export const roleRouter = router({
  list: call('role.list', 'GET /role/get', 'Roles, newest first', listInput, role.many).query(
    answerList('roles', listRoles),
  ),

  get: call('role.list', 'GET /role/get/{id}', 'One role', idInput, role.one).query(answer(roles.get)),

  create: call(
    'role.create',
    'POST /role/create',
    'Make a role of at most what the caller holds',
    createInput,
    role.one,
  ).mutation(answer(createRole)),

  update: call(
    'role.update',
    'PUT /role/update/{id}',
    'Change a role; whoever has it has the change with their next request',
    updateInput,
    role.one,
    { errors: [404, 409] },
  ).mutation(answer(updateRole)),

  delete: call(
    'role.delete',
    'DELETE /role/delete/{id}',
    'Delete a role that nobody has',
    deleteInput,
    role.one,
    { errors: [404, 409] },
  ).mutation(answer(deleteRole)),
})
