import { RATES } from '#domain/limits'
import { answer, answerList, callsOf, publicCallsOf } from '../trpc/call.ts'
import { success, successList } from '../trpc/envelope.ts'
import * as schema from './submission.schema.ts'
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

const publicCall = publicCallsOf('Public form', [400, 503])
const call = callsOf('Submissions')

export const submissionProcedures = {
  submit: publicCall(
    'POST /form/submit',
    'Submit an application; the same answers under the same session are stored once',
    schema.submitInput,
    schema.submitOutput,
    { errors: [404, 409, 413, 429] },
  ).mutation(async ({ ctx, input }) => {
    const formSubmissionId = sessionToken(input.formSubmissionId, ctx.formSession) ?? undefined
    const sender = { ip: ctx.ip, userAgent: ctx.userAgent, language: ctx.language }
    return success(await submitApplication(ctx.services, { ...input, formSubmissionId }, sender))
  }),

  submissions: call(
    'page:forms',
    'GET /form/submissions',
    'Submitted applications, newest first; `formData` holds legalName, dbaName, state, advanceAmount and sales alone',
    schema.listInput,
    schema.listOutput,
  ).query(answerList('submissions', listSubmissions)),

  searchByNumber: call(
    'submission.reveal',
    'POST /form/submissions/search',
    `Submitted applications with this SSN or tax ID; ${TRIES} tries per person in ${MINUTES} minutes, each written to the audit log without the number`,
    schema.numberSearchInput,
    schema.listOutput,
    { errors: [429] },
  ).mutation(async ({ ctx, input }) => {
    const { rows, total, budget } = await searchByNumber(ctx.services, ctx, input.number)
    // draft-ietf-httpapi-ratelimit-headers
    if (budget) ctx.setHeader('ratelimit', `"submission-search";r=${budget.tries};t=${budget.seconds}`)
    return successList(rows, total)
  }),

  submission: call(
    'page:forms',
    'GET /form/submissions/{id}',
    'One whole application, sensitive values masked without submission:reveal; every reading is written to the audit log',
    schema.getInput,
    schema.recordOutput,
  ).query(answer((services, by, input) => revealSubmission(services, by, input.id))),

  viewSubmission: call(
    'page:forms',
    'POST /form/submissions/{id}/views',
    'Open one application, sensitive values masked; every opening is written to the audit log',
    schema.getInput,
    schema.viewOutput,
    { errors: [404] },
  ).mutation(answer((services, by, input) => viewSubmission(services, by, input.id))),

  endApplicantLinks: call(
    'submission.end-links',
    'POST /form/submissions/{id}/end-links',
    'End the receipt and the mailed links by which the applicant reaches the application',
    endLinksInput,
    endOutput,
    { errors: [404] },
  ).mutation(answer((services, by, input) => endApplicantLinks(services, by, input.id))),

  deleteSubmission: call(
    'submission.delete',
    'POST /form/submissions/{id}/delete',
    'Destroy an application for good',
    deleteInput,
    deleteOutput,
    { errors: [404, 409] },
  ).mutation(answer(deleteSubmission)),

  holdSubmission: call(
    'submission.hold',
    'PUT /form/submissions/{id}/hold',
    'Put an application on legal hold, which keeps it from being destroyed, or lift that',
    holdInput,
    holdOutput,
    { errors: [404] },
  ).mutation(answer(holdSubmission)),
}
