import { NEEDS_PASSWORD } from '../../account/account.schema.ts'
import { retentionInput, retentionOutput } from '../../retention/retention.schema.ts'
import { getRetention } from '../../retention/retention.service.ts'
import { answer, answerList, callsOf } from '../../trpc/call.ts'
import { router } from '../../trpc/init.ts'
import { idInput } from '../../trpc/inputs.ts'
import { uploadLogo } from './company-logo.ts'
import { listCompanies } from './company-rows.ts'
import {
  companies,
  company,
  createInput,
  deleteInput,
  logoInput,
  logoOutput,
  updateInput,
} from './company.ts'
import { createCompany, getCompany, updateCompany } from './company.service.ts'
import { deleteCompany } from './delete-company.ts'

const call = callsOf('Companies')

export const companyRouter = router({
  list: call(
    'company.list',
    'GET /company/get',
    'Companies, newest first',
    companies.listInput,
    company.many,
  ).query(answerList('companies', listCompanies)),

  get: call('company.list', 'GET /company/get/{id}', 'One company', idInput, company.one).query(
    answer(getCompany),
  ),

  create: call('company.create', 'POST /company/create', 'Make a company', createInput, company.one).mutation(
    answer(createCompany),
  ),

  update: call(
    'company.update',
    'PUT /company/update/{id}',
    'Change a company, or remove a logo with an empty path',
    updateInput,
    company.one,
    {
      errors: [404, 409],
      description: `Other \`allowsConnections\`, \`requireOtp\`, \`retentionDays\` and \`signIn\` ${NEEDS_PASSWORD}`,
    },
  ).mutation(answer(updateCompany)),

  delete: call(
    'company.delete',
    'DELETE /company/delete/{id}',
    'Delete a company that has no submissions, begun applications or active users',
    deleteInput,
    company.one,
    { errors: [404, 409] },
  ).mutation(answer(deleteCompany)),

  retention: call(
    'company.update',
    'GET /company/retention/{id}',
    'What the retention period of a company, or another one, would have destroyed; nothing is',
    retentionInput,
    retentionOutput,
  ).query(answer(getRetention)),

  uploadLogo: call(
    'company.update',
    'POST /company/upload-logo/{id}',
    'Store a logo of a company',
    logoInput,
    logoOutput,
    { errors: [404, 413, 415] },
  ).mutation(answer(uploadLogo)),
})
