import { RATES } from '#domain/limits'
import { rateLimitHeader } from '../../trpc/rate-limit-header.ts'
import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure, permissionProcedure, publicProcedure } from '../../trpc/init.ts'
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
import { searchByNumber } from './number-search.service.ts'
import { listSubmissions, revealSubmission } from './submission.service.ts'
import { viewSubmission } from './submission-view.service.ts'
import { submitApplication } from './submit.service.ts'
import { sessionToken } from '../form-session/session-token.ts'
import { holdSubmission } from '../retention/hold.service.ts'
import { holdInput, holdOutput } from '../retention/retention.schema.ts'

const { max: TRIES, seconds } = RATES.numberSearchPerPerson
const MINUTES = seconds / 60

export const submissionProcedures = {
  submit: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/form/submit',
        tags: ['Public form'],
        summary: 'Submit an application; the same answers under the same session are stored once',
        protect: false,
        errorResponses: [400, 404, 409, 413, 429],
      },
    })
    .input(submitInput)
    .output(submitOutput)
    .mutation(async ({ ctx, input }) => {
      const formSubmissionId = sessionToken(input.formSubmissionId, ctx.formSession) ?? undefined
      const sender = { ip: ctx.ip, userAgent: ctx.userAgent }
      return success(await submitApplication(ctx.services, { ...input, formSubmissionId }, sender))
    }),

  submissions: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'GET',
        path: '/form/submissions',
        tags: ['Submissions'],
        summary:
          'Submitted applications, newest first; `formData` holds legalName, dbaName, state, advanceAmount and sales alone',
        protect: true,
      },
    })
    .input(listInput)
    .output(listOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listSubmissions(ctx.services, ctx, input)
      ctx.setHeader('content-range', contentRange('submissions', from, rows.length, total))
      return successList(rows, total)
    }),

  searchByNumber: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'POST',
        path: '/form/submissions/search',
        tags: ['Submissions'],
        summary: `Submitted applications with this SSN or tax ID; ${TRIES} tries per person in ${MINUTES} minutes, each written to the audit log without the number`,
        protect: true,
        errorResponses: [400, 401, 403, 429],
      },
    })
    .input(numberSearchInput)
    .output(listOutput)
    .mutation(async ({ ctx, input }) => {
      const { rows, total, budget } = await searchByNumber(ctx.services, ctx, input.number)
      if (budget) ctx.setHeader('ratelimit', rateLimitHeader('submission-search', budget))
      return successList(rows, total)
    }),

  submission: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'GET',
        path: '/form/submissions/{id}',
        tags: ['Submissions'],
        summary: 'One whole application; every reading is written to the audit log',
        protect: true,
      },
    })
    .input(getInput)
    .output(recordOutput)
    .query(async ({ ctx, input }) =>
      success(await revealSubmission(ctx.services, ctx.actor, input.id, ctx.ip)),
    ),

  viewSubmission: permissionProcedure('page:forms')
    .meta({
      openapi: {
        method: 'POST',
        path: '/form/submissions/{id}/views',
        tags: ['Submissions'],
        summary: 'Open one application, sensitive values masked; every opening is written to the audit log',
        protect: true,
        errorResponses: [400, 401, 403, 404],
      },
    })
    .input(getInput)
    .output(viewOutput)
    .mutation(async ({ ctx, input }) =>
      success(await viewSubmission(ctx.services, ctx.actor, input.id, ctx.ip)),
    ),

  holdSubmission: actionProcedure('submission.hold')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/form/submissions/{id}/hold',
        tags: ['Submissions'],
        summary: 'Put an application on legal hold, which keeps it from being destroyed, or lift that',
        protect: true,
        errorResponses: [400, 401, 403, 404],
      },
    })
    .input(holdInput)
    .output(holdOutput)
    .mutation(async ({ ctx, input }) => success(await holdSubmission(ctx.services, ctx, input))),
}
