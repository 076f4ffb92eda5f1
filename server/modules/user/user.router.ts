import { NEEDS_PASSWORD } from '../account/account.schema.ts'
import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure } from '../../trpc/init.ts'
import { createInput, getInput, listInput, updateInput, userOutput, usersOutput } from './user.schema.ts'
import { createUser, updateUser } from './user.service.ts'
import { getUser, listUsers } from './user-list.service.ts'

const tags = ['Users']

export const userProcedures = {
  list: actionProcedure('user.list')
    .meta({
      openapi: { method: 'GET', path: '/user/get', tags, protect: true, summary: 'Users, newest first' },
    })
    .input(listInput)
    .output(usersOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listUsers(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('users', from, rows.length, total))
      return successList(rows, total)
    }),

  get: actionProcedure('user.list')
    .meta({ openapi: { method: 'GET', path: '/user/get/{id}', tags, protect: true, summary: 'One user' } })
    .input(getInput)
    .output(userOutput)
    .query(async ({ ctx, input }) => success(await getUser(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('user.create')
    .meta({
      openapi: {
        method: 'POST',
        path: '/user/create',
        tags,
        protect: true,
        summary: 'Make a user',
        errorResponses: [400, 401, 403, 409, 429, 503],
      },
    })
    .input(createInput)
    .output(userOutput)
    .mutation(async ({ ctx, input }) => success(await createUser(ctx.services, ctx, input))),

  update: actionProcedure('user.update')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/user/update/{id}',
        tags,
        protect: true,
        summary: 'Change a user',
        description: `A new password, another e-mail address, another role and \`otp\` ${NEEDS_PASSWORD}`,
        errorResponses: [400, 401, 403, 404, 409, 429, 503],
      },
    })
    .input(updateInput)
    .output(userOutput)
    .mutation(async ({ ctx, input }) => success(await updateUser(ctx.services, ctx, input))),
}
