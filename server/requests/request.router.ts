import { answer, answerRows, callsOf, publicCallsOf } from '../trpc/call.ts'
import { answerRequest } from './answer.service.ts'
import * as schema from './request.schema.ts'
import { requestSignature } from './signature-request.service.ts'
import { askApplicant, listRequests, makeRequestLink, takeBackRequest } from './request.service.ts'

const call = callsOf('Submissions')
const publicCall = publicCallsOf('Applicant', [400, 404, 429, 503])

export const requestProcedures = {
  requests: call(
    'page:forms',
    'GET /form/submissions/{id}/requests',
    'What was asked of the applicant, newest first',
    schema.submissionInput,
    schema.requestsOutput,
  ).query(answerRows((services, by, input) => listRequests(services, by, input.id))),

  ask: call(
    'submission.update',
    'POST /form/submissions/{id}/requests',
    'Ask the applicant for missing items by mail; a 409 while another request is open',
    schema.askInput,
    schema.askOutput,
    { errors: [404, 409] },
  ).mutation(answer(askApplicant)),

  takeBackRequest: call(
    'submission.update',
    'DELETE /form/submissions/{id}/requests/{request}',
    'Take back an open request; its links end',
    schema.requestInput,
    schema.requestOutput,
    { errors: [404, 409] },
  ).mutation(answer(takeBackRequest)),

  requestLink: call(
    'submission.update',
    'POST /form/submissions/{id}/requests/{request}/link',
    'A link to an open request, to pass on',
    schema.requestInput,
    schema.linkOutput,
    { errors: [404, 409] },
  ).mutation(answer(makeRequestLink)),

  requestSignature: call(
    'submission.update',
    'POST /form/submissions/{id}/signature-requests',
    'A link to read the application, consent and sign, mailed where an address is given; it ends the one before',
    schema.signatureRequestInput,
    schema.signatureRequestOutput,
    { errors: [404] },
  ).mutation(answer(requestSignature)),
}

export const applicantRequestProcedures = {
  answer: publicCall(
    'POST /application/request/answer',
    'Answer items of a request; corrected values are signed and stored beside the application',
    schema.answerInput,
    schema.answerOutput,
    { errors: [409, 413] },
  ).mutation(
    answer((services, by, input) => answerRequest(services, input, { ip: by.ip, userAgent: by.userAgent })),
  ),
}
