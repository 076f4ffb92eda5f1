import { answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { PANEL } from '../../trpc/rest-meta.ts'
import { namesOutput, namesInput, listNames, type Named } from './names.service.ts'

const call = callsOf(PANEL)

const names = (entity: Named, summary: string) =>
  call('signed-in', `GET /${entity}/names`, summary, namesInput, namesOutput, { errors: [] }).query(
    answerList(`${entity}-names`, (services, by, input) => listNames(services, by, entity, input)),
  )

export const namesRouter = router({
  company: names('company', 'Companies by name, for a select box'),
  user: names('user', 'Active users by name, for a select box'),
  role: names('role', 'Roles that the caller may give, for a select box'),
  team: names('team', 'Teams by name, for a select box'),
})
