import { answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { namesOutput, namesInput, listNames, type Named } from './names.service.ts'

const names = (entity: Named, tag: string, summary: string) =>
  callsOf(tag)('signed-in', `GET /${entity}/names`, summary, namesInput, namesOutput, { errors: [] }).query(
    answerList(`${entity}-names`, (services, by, input) => listNames(services, by, entity, input)),
  )

export const namesRouter = router({
  company: names('company', 'Companies', 'Companies by name, for a select box'),
  user: names('user', 'Users', 'Active users by name, for a select box'),
  role: names('role', 'Roles', 'Roles that the caller may give, for a select box'),
  team: names('team', 'Teams', 'Teams by name, for a select box'),
})
