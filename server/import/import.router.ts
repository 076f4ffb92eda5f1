import { LIMITS } from '#domain/limits'
import type { Action } from '#domain/actions'
import { IMPORT_KINDS } from './import-kinds.ts'
import { answer, callsOf } from '../trpc/call.ts'
import { router } from '../trpc/init.ts'
import { importInput, importOutput, importCsv } from './import.service.ts'

const call = callsOf('Import')
const describe = (kind: keyof typeof IMPORT_KINDS) =>
  `Columns: ${IMPORT_KINDS[kind].columns.join(', ')}. Every line passes the rules of the call that creates one; companies and roles are named or given by id; lists are separated by semicolons, and switches are yes or no. All lines are imported or none: with an invalid line the call fails, and \`fields\` has an entry \`line.field\` for each; reading stops after ${LIMITS.importErrors} of them. Records that exist are left as they are and count as \`unchanged\`, so a file can be sent again.`

const importOf = (kind: keyof typeof IMPORT_KINDS, path: `/${string}`, act: Action, summary: string) =>
  call(act, `POST ${path}`, summary, importInput, importOutput, {
    errors: [413, 429],
    description: describe(kind),
  }).mutation(answer((services, by, input) => importCsv(services, by, kind, input)))

export const importRouter = router({
  companies: importOf('company', '/import/companies', 'company.create', 'Import companies from CSV'),
  users: importOf('user', '/import/users', 'user.create', 'Import users, who get a link to set a password'),
  funders: importOf('funder', '/import/funders', 'funder.create', 'Import funders from CSV'),
  links: importOf('link', '/import/links', 'link.create', 'Import links from CSV'),
})
