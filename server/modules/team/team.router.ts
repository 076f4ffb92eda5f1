import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { createInput, getInput, listInput, teamOutput, teamsOutput, updateInput } from './team.schema.ts'
import { createTeam, getTeam, listTeams, updateTeam } from './team.service.ts'

const rest = restMeta('Teams')

export const teamRouter = router({
  list: actionProcedure('team.list')
    .meta(rest('GET', '/team/get', 'Teams, newest first'))
    .input(listInput)
    .output(teamsOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'teams', await listTeams(ctx.services, ctx.actor, input)),
    ),

  get: actionProcedure('team.list')
    .meta(rest('GET', '/team/get/{id}', 'One team'))
    .input(getInput)
    .output(teamOutput)
    .query(async ({ ctx, input }) => success(await getTeam(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('team.create')
    .meta(rest('POST', '/team/create', 'Make a team', [409]))
    .input(createInput)
    .output(teamOutput)
    .mutation(async ({ ctx, input }) => success(await createTeam(ctx.services, ctx, input))),

  update: actionProcedure('team.update')
    .meta(rest('PUT', '/team/update', 'Change a team', [404, 409]))
    .input(updateInput)
    .output(teamOutput)
    .mutation(async ({ ctx, input }) => success(await updateTeam(ctx.services, ctx, input))),
})
