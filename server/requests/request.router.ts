import { success, successList } from '../trpc/envelope.ts'
import { actionProcedure, permissionProcedure, publicProcedure } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { answerRequest } from './answer.service.ts'
import {
  answerInput,
  answerOutput,
  askInput,
  askOutput,
  linkOutput,
  requestInput,
  requestOutput,
  requestsOutput,
  submissionInput,
} from './request.schema.ts'
import { askApplicant, listRequests, makeRequestLink, takeBackRequest } from './request.service.ts'

const rest = restMeta('Submissions')
const publicRest = restMeta('Applicant', { protect: false, base: [400, 404, 429, 503] })

export const requestProcedures = {
  requests: permissionProcedure('page:forms')
    .meta(rest('GET', '/form/submissions/{id}/requests', 'What was asked of the applicant, newest first'))
    .input(submissionInput)
    .output(requestsOutput)
    .query(async ({ ctx, input }) => {
      const rows = await listRequests(ctx.services, ctx, input.id)
      return successList(rows, rows.length)
    }),

  ask: actionProcedure('submission.update')
    .meta(
      rest(
        'POST',
        '/form/submissions/{id}/requests',
        'Ask the applicant for missing items by mail; a 409 while another request is open',
        [404, 409],
      ),
    )
    .input(askInput)
    .output(askOutput)
    .mutation(async ({ ctx, input }) => success(await askApplicant(ctx.services, ctx, input))),

  takeBackRequest: actionProcedure('submission.update')
    .meta(
      rest(
        'DELETE',
        '/form/submissions/{id}/requests/{request}',
        'Take back an open request; its links end',
        [404, 409],
      ),
    )
    .input(requestInput)
    .output(requestOutput)
    .mutation(async ({ ctx, input }) => success(await takeBackRequest(ctx.services, ctx, input))),

  requestLink: actionProcedure('submission.update')
    .meta(
      rest(
        'POST',
        '/form/submissions/{id}/requests/{request}/link',
        'A link to an open request, to pass on',
        [404, 409],
      ),
    )
    .input(requestInput)
    .output(linkOutput)
    .mutation(async ({ ctx, input }) => success(await makeRequestLink(ctx.services, ctx, input))),
}

export const applicantRequestProcedures = {
  answer: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/application/request/answer',
        'Answer items of a request; corrected values are signed and stored beside the application',
        [409, 413],
      ),
    )
    .input(answerInput)
    .output(answerOutput)
    .mutation(async ({ ctx, input }) =>
      success(await answerRequest(ctx.services, input, { ip: ctx.ip, userAgent: ctx.userAgent })),
    ),
}
