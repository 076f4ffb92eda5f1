import { success, successList } from '../trpc/envelope.ts'
import { actionProcedure, permissionProcedure, publicProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { describeDocument, documentsOfCompany, documentsOfSubmission } from './document.service.ts'
import {
  describeInput,
  describeOutput,
  attachedStatementOutput,
  documentsOutput,
  ofCompanyInput,
  ofSubmissionInput,
  removeInput,
  removeOutput,
  setStatementMonthInput,
  unlockInput,
} from './document.schema.ts'
import { glanceAtUpload, unlockUpload } from '../statements/attached-statement.ts'
import { removeUpload, setStatementMonth } from './upload.service.ts'

const publicRest = restMeta('Public form', { protect: false, base: [400, 503] })
const rest = restMeta('Documents')

export const documentRouter = router({
  removeUpload: publicProcedure
    .meta(
      publicRest(
        'DELETE',
        '/documents/upload-public/{id}',
        'Take an attached file back before the submit, by its id or its client file id; the header x-form-session says whose',
        [404, 409],
      ),
    )
    .input(removeInput)
    .output(removeOutput)
    .mutation(async ({ ctx, input }) => success(await removeUpload(ctx.services, ctx.formSession, input.id))),

  setStatementMonth: publicProcedure
    .meta(
      publicRest(
        'PUT',
        '/documents/upload-public/{id}/statement-month',
        'Say before the submit what an attached file is, and which month a statement covers; a month alone makes it a statement',
        [404, 409],
      ),
    )
    .input(setStatementMonthInput)
    .output(removeOutput)
    .mutation(async ({ ctx, input }) =>
      success(await setStatementMonth(ctx.services, ctx.formSession, input)),
    ),

  attachedStatement: publicProcedure
    .meta(
      publicRest(
        'GET',
        '/documents/upload-public/{id}/statement',
        'Which bank statement an attached file is, by its first pages: month, bank and the end of the account number, no figures',
        [404, 409],
      ),
    )
    .input(removeInput)
    .output(attachedStatementOutput)
    .query(async ({ ctx, input }) =>
      success(await glanceAtUpload(ctx.services, { token: ctx.formSession, ip: ctx.ip }, input.id)),
    ),

  unlockUpload: publicProcedure
    .meta(
      publicRest(
        'PUT',
        '/documents/upload-public/{id}/password',
        'Open an attached PDF that is locked: an unlocked copy is stored beside it, the password nowhere; five tries a file',
        [404, 409],
      ),
    )
    .input(unlockInput)
    .output(attachedStatementOutput)
    .mutation(async ({ ctx, input }) =>
      success(await unlockUpload(ctx.services, { token: ctx.formSession, ip: ctx.ip }, input)),
    ),

  describe: actionProcedure('submission.update')
    .meta(
      rest(
        'PUT',
        '/documents/{id}',
        'Say what a file of a submission is, and which month a statement covers',
      ),
    )
    .input(describeInput)
    .output(describeOutput)
    .mutation(async ({ ctx, input }) => success(await describeDocument(ctx.services, ctx, input))),

  forSubmission: permissionProcedure('page:forms')
    .meta(rest('GET', '/documents/form-submission/{submissionId}', 'The files that came with an application'))
    .input(ofSubmissionInput)
    .output(documentsOutput)
    .query(async ({ ctx, input }) => {
      const rows = await documentsOfSubmission(ctx.services, ctx, input.submissionId)
      return successList(rows, rows.length)
    }),

  forCompany: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/documents/company/{companyId}',
        'Files of the company itself, which came with no application',
      ),
    )
    .input(ofCompanyInput)
    .output(documentsOutput)
    .query(async ({ ctx, input }) => {
      const rows = await documentsOfCompany(ctx.services, ctx, input.companyId)
      return successList(rows, rows.length)
    }),
})
