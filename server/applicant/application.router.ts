import { answer, publicCallsOf } from '../trpc/call.ts'
import { applicantRequestProcedures } from '../requests/request.router.ts'
import { router } from '../trpc/init.ts'
import { applicationState } from './application-state.service.ts'
import { endOutput, stateOutput, tokenInput } from './application.schema.ts'
import { endApplicantLink } from './end-links.service.ts'
import { inviteSigner, signAsSecond, viewForSignature } from './second-signer.service.ts'
import * as schema from './second-signer.schema.ts'

const call = publicCallsOf('Applicant', [400, 404, 429, 503])
const publicCall = publicCallsOf('Public form', [400, 404, 429, 503])

export const applicationRouter = router({
  state: call(
    'POST /application/state',
    'What an applicant sees of a submitted application',
    tokenInput,
    stateOutput,
  ).mutation(answer((services, by, input) => applicationState(services, input.token, by.ip))),

  end: call(
    'POST /application/end',
    'End the link that the token belongs to, for good',
    tokenInput,
    endOutput,
  ).mutation(answer((services, by, input) => endApplicantLink(services, input.token, by.ip))),

  viewForSignature: publicCall(
    'POST /application/signature/view',
    'The application that a second signer reads, sensitive values masked',
    schema.viewSignatureInput,
    schema.viewSignatureOutput,
  ).mutation(answer((services, by, input) => viewForSignature(services, input.token, by.ip))),

  sign: publicCall(
    'POST /application/signature',
    'Sign as the second signer, once; the application stays as it is',
    schema.signatureInput,
    schema.signatureOutput,
    { errors: [409, 413] },
  ).mutation(
    answer((services, by, input) => signAsSecond(services, input, { ip: by.ip, userAgent: by.userAgent })),
  ),

  inviteSigner: publicCall(
    'POST /application/signer',
    'Make a new link for the second signer, which ends the one before, and mail it to an address that is given',
    schema.inviteInput,
    schema.inviteOutput,
    { errors: [409] },
  ).mutation(
    answer((services, by, { token, email = '' }) => inviteSigner(services, { token, email }, by.ip)),
  ),

  ...applicantRequestProcedures,
})
