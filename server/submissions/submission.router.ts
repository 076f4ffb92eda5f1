import { RATES } from '#domain/limits'
import { listAnswer, success, successList } from '../trpc/envelope.ts'
import { actionProcedure, permissionProcedure, publicProcedure } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import {
  getInput,
  listInput,
  listOutput,
  numberSearchInput,
  recordOutput,
  submitInput,
  submitOutput,
  viewOutput,
} from './submission.schema.ts'
import { searchByNumber } from './list/number-search.service.ts'
import { listSubmissions, revealSubmission, viewSubmission } from './submission.service.ts'
import { submitApplication } from './accept/submit.service.ts'
import { endLinksInput, endOutput } from '../applicant/application.schema.ts'
import { endApplicantLinks } from '../applicant/end-links.service.ts'
import { sessionToken } from '../form-sessions/session-token.ts'
import { holdSubmission } from '../retention/hold.service.ts'
import { deleteSubmission } from '../retention/destroy.service.ts'
import { deleteInput, deleteOutput, holdInput, holdOutput } from '../retention/retention.schema.ts'

const { max: TRIES, seconds } = RATES.numberSearchPerPerson
const MINUTES = seconds / 60

const publicRest = restMeta('Public form', { protect: false, base: [400, 503] })
const rest = restMeta('Submissions')

export const submissionProcedures = {
  submit: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/form/submit',
        'Submit an application; the same answers under the same session are stored once',
        [404, 409, 413, 429],
      ),
    )
    .input(submitInput)
    .output(submitOutput)
    .mutation(async ({ ctx, input }) => {
      const formSubmissionId = sessionToken(input.formSubmissionId, ctx.formSession) ?? undefined
      const sender = { ip: ctx.ip, userAgent: ctx.userAgent, language: ctx.language }
      return success(await submitApplication(ctx.services, { ...input, formSubmissionId }, sender))
    }),

  submissions: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/submissions',
        'Submitted applications, newest first; `formData` holds legalName, dbaName, state, advanceAmount and sales alone',
      ),
    )
    .input(listInput)
    .output(listOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'submissions', await listSubmissions(ctx.services, ctx, input)),
    ),

  searchByNumber: permissionProcedure('page:forms')
    .meta(
      rest(
        'POST',
        '/form/submissions/search',
        `Submitted applications with this SSN or tax ID; ${TRIES} tries per person in ${MINUTES} minutes, each written to the audit log without the number`,
        [429],
      ),
    )
    .input(numberSearchInput)
    .output(listOutput)
    .mutation(async ({ ctx, input }) => {
      const { rows, total, budget } = await searchByNumber(ctx.services, ctx, input.number)
      // draft-ietf-httpapi-ratelimit-headers
      if (budget) ctx.setHeader('ratelimit', `"submission-search";r=${budget.tries};t=${budget.seconds}`)
      return successList(rows, total)
    }),

  submission: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/submissions/{id}',
        'One whole application; every reading is written to the audit log',
      ),
    )
    .input(getInput)
    .output(recordOutput)
    .query(async ({ ctx, input }) => success(await revealSubmission(ctx.services, ctx, input.id))),

  viewSubmission: permissionProcedure('page:forms')
    .meta(
      rest(
        'POST',
        '/form/submissions/{id}/views',
        'Open one application, sensitive values masked; every opening is written to the audit log',
        [404],
      ),
    )
    .input(getInput)
    .output(viewOutput)
    .mutation(async ({ ctx, input }) => success(await viewSubmission(ctx.services, ctx, input.id))),

  endApplicantLinks: actionProcedure('submission.end-links')
    .meta(
      rest(
        'POST',
        '/form/submissions/{id}/end-links',
        'End the receipt and the mailed links by which the applicant reaches the application',
        [404],
      ),
    )
    .input(endLinksInput)
    .output(endOutput)
    .mutation(async ({ ctx, input }) => success(await endApplicantLinks(ctx.services, ctx, input.id))),

  deleteSubmission: actionProcedure('submission.delete')
    .meta(rest('POST', '/form/submissions/{id}/delete', 'Destroy an application for good', [404, 409]))
    .input(deleteInput)
    .output(deleteOutput)
    .mutation(async ({ ctx, input }) => success(await deleteSubmission(ctx.services, ctx, input))),

  holdSubmission: actionProcedure('submission.hold')
    .meta(
      rest(
        'PUT',
        '/form/submissions/{id}/hold',
        'Put an application on legal hold, which keeps it from being destroyed, or lift that',
        [404],
      ),
    )
    .input(holdInput)
    .output(holdOutput)
    .mutation(async ({ ctx, input }) => success(await holdSubmission(ctx.services, ctx, input))),
}
