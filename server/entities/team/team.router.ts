import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import { createInput, deleteInput, team, teams, updateInput } from './team.ts'
import { createTeam, deleteTeam, updateTeam } from './team.service.ts'

const call = callsOf('Teams')

export const teamRouter = router({
  list: call('team.list', 'GET /team/get', 'Teams, newest first', teams.listInput, team.many).query(
    answerList('teams', teams.list),
  ),
  get: call('team.list', 'GET /team/get/{id}', 'One team', idInput, team.one).query(answer(teams.get)),
  create: call('team.create', 'POST /team/create', 'Make a team', createInput, team.one, {
    errors: [409],
  }).mutation(answer(createTeam)),
  update: call('team.update', 'PUT /team/update', 'Change a team', updateInput, team.one, {
    errors: [404, 409],
  }).mutation(answer(updateTeam)),
  delete: call(
    'team.delete',
    'DELETE /team/delete/{id}',
    'Delete a team; its links and submissions stay, without a team',
    deleteInput,
    team.one,
    { errors: [404, 409] },
  ).mutation(answer(deleteTeam)),
})
