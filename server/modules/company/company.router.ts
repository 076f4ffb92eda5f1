import { NEEDS_PASSWORD } from '../account/account.schema.ts'
import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { listCompanies } from './company-list.ts'
import { uploadLogo } from './company-logo.ts'
import {
  companiesOutput,
  companyOutput,
  createInput,
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

const tags = ['Companies']
const protect = true

export const companyRouter = router({
  list: actionProcedure('company.list')
    .meta({
      openapi: { method: 'GET', path: '/company/get', tags, protect, summary: 'Companies, newest first' },
    })
    .input(listInput)
    .output(companiesOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listCompanies(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('companies', from, rows.length, total))
      return successList(rows, total)
    }),

  get: actionProcedure('company.list')
    .meta({ openapi: { method: 'GET', path: '/company/get/{id}', tags, protect, summary: 'One company' } })
    .input(idInput)
    .output(companyOutput)
    .query(async ({ ctx, input }) => success(await getCompany(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('company.create')
    .meta({
      openapi: {
        method: 'POST',
        path: '/company/create',
        tags,
        protect,
        summary: 'Make a company',
        errorResponses: [400, 401, 403, 503],
      },
    })
    .input(createInput)
    .output(companyOutput)
    .mutation(async ({ ctx, input }) => success(await createCompany(ctx.services, ctx, input))),

  update: actionProcedure('company.update')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/company/update/{id}',
        tags,
        protect,
        summary: 'Change a company, or remove a logo with an empty path',
        description: `Other \`requireOtp\` and \`retentionDays\` ${NEEDS_PASSWORD}`,
        errorResponses: [400, 401, 403, 404, 409, 503],
      },
    })
    .input(updateInput)
    .output(companyOutput)
    .mutation(async ({ ctx, input }) => success(await updateCompany(ctx.services, ctx, input))),

  delete: actionProcedure('company.delete')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/company/delete/{id}',
        tags,
        protect,
        summary: 'Delete a company that has no submissions, begun applications or active users',
        errorResponses: [400, 401, 403, 404, 409, 503],
      },
    })
    .input(idInput)
    .output(companyOutput)
    .mutation(async ({ ctx, input }) => success(await deleteCompany(ctx.services, ctx, input.id))),

  retention: actionProcedure('company.update')
    .meta({
      openapi: {
        method: 'GET',
        path: '/company/{id}/retention',
        tags,
        protect,
        summary: 'What the retention period of a company, or another one, would have destroyed; nothing is',
      },
    })
    .input(retentionInput)
    .output(retentionOutput)
    .query(async ({ ctx, input }) => success(await getRetention(ctx.services, ctx, input))),

  uploadLogo: actionProcedure('company.update')
    .meta({
      openapi: {
        method: 'POST',
        path: '/company/upload-logo/{id}',
        tags,
        protect,
        summary: 'Store a logo of a company',
        errorResponses: [400, 401, 403, 404, 413, 415, 503],
      },
    })
    .input(logoInput)
    .output(logoOutput)
    .mutation(async ({ ctx, input }) => success(await uploadLogo(ctx.services, ctx, input))),
})
