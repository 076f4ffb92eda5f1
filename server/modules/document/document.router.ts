import { success, successList } from '../../trpc/envelope.ts'
import { permissionProcedure, publicProcedure, router } from '../../trpc/init.ts'
import {
  documentsOutput,
  ofCompanyInput,
  ofSubmissionInput,
  removeInput,
  removeOutput,
} from './document.schema.ts'
import { documentsOfCompany, documentsOfSubmission } from './document.service.ts'
import { removeUpload } from './upload.service.ts'

export const documentRouter = router({
  removeUpload: publicProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/documents/upload-public/{id}',
        tags: ['Public form'],
        summary:
          'Take an attached file back before the submit, by its id or its client file id; the header x-form-session says whose',
        protect: false,
        errorResponses: [400, 404, 409],
      },
    })
    .input(removeInput)
    .output(removeOutput)
    .mutation(async ({ ctx, input }) => success(await removeUpload(ctx.services, ctx.formSession, input.id))),

  forSubmission: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'GET',
        path: '/documents/form-submission/{submissionId}',
        tags: ['Documents'],
        summary: 'The files that came with an application',
        protect: true,
      },
    })
    .input(ofSubmissionInput)
    .output(documentsOutput)
    .query(async ({ ctx, input }) => {
      const rows = await documentsOfSubmission(ctx.services, ctx, input.submissionId)
      return successList(rows, rows.length)
    }),

  forCompany: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'GET',
        path: '/documents/company/{companyId}',
        tags: ['Documents'],
        summary: 'Files of the company itself, which came with no application',
        protect: true,
      },
    })
    .input(ofCompanyInput)
    .output(documentsOutput)
    .query(async ({ ctx, input }) => {
      const rows = await documentsOfCompany(ctx.services, ctx, input.companyId)
      return successList(rows, rows.length)
    }),
})
