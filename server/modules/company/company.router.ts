import { NEEDS_PASSWORD } from '../account/account.schema.ts'
import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { listCompanies } from './company-list.ts'
import { uploadLogo } from './company-logo.ts'
import {
  companiesOutput,
  companyOutput,
  createInput,
  deleteInput,
  idInput,
  listInput,
  logoInput,
  logoOutput,
  updateInput,
} from './company.schema.ts'
import { createCompany, getCompany, updateCompany } from './company.service.ts'
import { deleteCompany } from './delete-company.ts'
import { retentionInput, retentionOutput } from '../retention/retention.schema.ts'
import { getRetention } from '../retention/retention.service.ts'

const rest = restMeta('Companies')

export const companyRouter = router({
  list: actionProcedure('company.list')
    .meta(rest('GET', '/company/get', 'Companies, newest first'))
    .input(listInput)
    .output(companiesOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'companies', await listCompanies(ctx.services, ctx.actor, input)),
    ),

  get: actionProcedure('company.list')
    .meta(rest('GET', '/company/get/{id}', 'One company'))
    .input(idInput)
    .output(companyOutput)
    .query(async ({ ctx, input }) => success(await getCompany(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('company.create')
    .meta(rest('POST', '/company/create', 'Make a company', []))
    .input(createInput)
    .output(companyOutput)
    .mutation(async ({ ctx, input }) => success(await createCompany(ctx.services, ctx, input))),

  update: actionProcedure('company.update')
    .meta(
      rest(
        'PUT',
        '/company/update/{id}',
        'Change a company, or remove a logo with an empty path',
        [404, 409],
        `Other \`requireOtp\`, \`retentionDays\` and \`signIn\` ${NEEDS_PASSWORD}`,
      ),
    )
    .input(updateInput)
    .output(companyOutput)
    .mutation(async ({ ctx, input }) => success(await updateCompany(ctx.services, ctx, input))),

  delete: actionProcedure('company.delete')
    .meta(
      rest(
        'DELETE',
        '/company/delete/{id}',
        'Delete a company that has no submissions, begun applications or active users',
        [404, 409],
      ),
    )
    .input(deleteInput)
    .output(companyOutput)
    .mutation(async ({ ctx, input }) => success(await deleteCompany(ctx.services, ctx, input))),

  retention: actionProcedure('company.update')
    .meta(
      rest(
        'GET',
        '/company/retention/{id}',
        'What the retention period of a company, or another one, would have destroyed; nothing is',
      ),
    )
    .input(retentionInput)
    .output(retentionOutput)
    .query(async ({ ctx, input }) => success(await getRetention(ctx.services, ctx, input))),

  uploadLogo: actionProcedure('company.update')
    .meta(rest('POST', '/company/upload-logo/{id}', 'Store a logo of a company', [404, 413, 415]))
    .input(logoInput)
    .output(logoOutput)
    .mutation(async ({ ctx, input }) => success(await uploadLogo(ctx.services, ctx, input))),
})
