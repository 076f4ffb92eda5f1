import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { createInput, getInput, listInput, teamOutput, teamsOutput, updateInput } from './team.schema.ts'
import { createTeam, getTeam, listTeams, updateTeam } from './team.service.ts'

const tags = ['Teams']

export const teamRouter = router({
  list: actionProcedure('team.list')
    .meta({
      openapi: { method: 'GET', path: '/team/get', tags, protect: true, summary: 'Teams, newest first' },
    })
    .input(listInput)
    .output(teamsOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listTeams(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('teams', from, rows.length, total))
      return successList(rows, total)
    }),

  get: actionProcedure('team.list')
    .meta({ openapi: { method: 'GET', path: '/team/get/{id}', tags, protect: true, summary: 'One team' } })
    .input(getInput)
    .output(teamOutput)
    .query(async ({ ctx, input }) => success(await getTeam(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('team.create')
    .meta({
      openapi: {
        method: 'POST',
        path: '/team/create',
        tags,
        protect: true,
        summary: 'Make a team',
        errorResponses: [400, 401, 403, 409, 503],
      },
    })
    .input(createInput)
    .output(teamOutput)
    .mutation(async ({ ctx, input }) => success(await createTeam(ctx.services, ctx, input))),

  update: actionProcedure('team.update')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/team/update',
        tags,
        protect: true,
        summary: 'Change a team',
        errorResponses: [400, 401, 403, 404, 409, 503],
      },
    })
    .input(updateInput)
    .output(teamOutput)
    .mutation(async ({ ctx, input }) => success(await updateTeam(ctx.services, ctx, input))),
})
