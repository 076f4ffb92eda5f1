import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { getAudit, listAudit, listPeople } from './audit-list.service.ts'
import * as schema from './audit.schema.ts'

const call = callsOf('Audit log')

export const auditRouter = router({
  get: call(
    'page:forms',
    'GET /audit/get',
    'Who did what and when, newest first: everything for admins, else what concerns submissions and documents of the own company',
    schema.auditInput,
    schema.auditOutput,
  ).query(answerList('audit', (services, by, input) => listAudit(services, by.actor, input))),

  getById: call(
    'page:forms',
    'GET /audit/get/{id}',
    'One entry of the audit log',
    schema.auditEntryInput,
    schema.auditEntryOutput,
  ).query(answer((services, by, input) => getAudit(services, by.actor, input.id))),

  people: call(
    'audit.list',
    'GET /audit/people',
    'Who has entries in the log, by name, deactivated and deleted users too; for a select box',
    schema.peopleInput,
    schema.peopleOutput,
    { errors: [] },
  ).query(answerList('audit-people', (services, by, input) => listPeople(services, by.actor, input))),
})
