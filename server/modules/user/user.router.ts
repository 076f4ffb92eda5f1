import { NEEDS_PASSWORD } from '../account/account.schema.ts'
import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { createInput, getInput, listInput, updateInput, userOutput, usersOutput } from './user.schema.ts'
import { createUser, updateUser } from './user.service.ts'
import { getUser, listUsers } from './user-list.service.ts'

const rest = restMeta('Users')

export const userProcedures = {
  list: actionProcedure('user.list')
    .meta(rest('GET', '/user/get', 'Users, newest first'))
    .input(listInput)
    .output(usersOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'users', await listUsers(ctx.services, ctx.actor, input)),
    ),

  get: actionProcedure('user.list')
    .meta(rest('GET', '/user/get/{id}', 'One user'))
    .input(getInput)
    .output(userOutput)
    .query(async ({ ctx, input }) => success(await getUser(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('user.create')
    .meta(rest('POST', '/user/create', 'Make a user', [409, 429]))
    .input(createInput)
    .output(userOutput)
    .mutation(async ({ ctx, input }) => success(await createUser(ctx.services, ctx, input))),

  update: actionProcedure('user.update')
    .meta(
      rest(
        'PUT',
        '/user/update/{id}',
        'Change a user',
        [404, 409, 429],
        `A new password, another e-mail address, another role and \`otp\` ${NEEDS_PASSWORD}`,
      ),
    )
    .input(updateInput)
    .output(userOutput)
    .mutation(async ({ ctx, input }) => success(await updateUser(ctx.services, ctx, input))),
}
