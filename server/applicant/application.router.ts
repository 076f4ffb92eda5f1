import { answer, publicCallsOf } from '../trpc/call.ts'
import { applicantRequestProcedures } from '../requests/request.router.ts'
import { attachedStatementOutput } from '../documents/document.schema.ts'
import { glanceAtUpload, unlockUpload } from '../statements/attached-statement.ts'
import { router } from '../trpc/init.ts'
import { applicationState } from './application-state.service.ts'
import {
  endOutput,
  glanceInput,
  stateOutput,
  tokenInput,
  unlockInput,
  wantOfferInput,
  wantOfferOutput,
} from './application.schema.ts'
import { endApplicantLink } from './end-links.service.ts'
import { withLaterUpload } from './later-documents.ts'
import { inviteSigner, signLater, viewForSignature } from './second-signer.service.ts'
import * as schema from './second-signer.schema.ts'
import { wantOffer } from './wanted-offer.service.ts'

const call = publicCallsOf('Applicant', [400, 404, 429, 503])
const publicCall = publicCallsOf('Public form', [400, 404, 429, 503])

export const applicationRouter = router({
  state: call(
    'POST /application/state',
    'What an applicant sees of a submitted application',
    tokenInput,
    stateOutput,
  ).mutation(answer((services, by, input) => applicationState(services, input.token, by.ip))),

  attachedStatement: call(
    'POST /application/documents/{id}/statement',
    'Which bank statement a file is that was added after the submit, by its first pages: month, bank and the end of the account number, no figures',
    glanceInput,
    attachedStatementOutput,
  ).mutation(
    answer((services, { ip }, { token, id, setsMonth }) =>
      glanceAtUpload(services, {
        ip,
        setsMonth,
        withUpload: (work) => withLaterUpload(services, { token, id }, work),
      }),
    ),
  ),

  unlockUpload: call(
    'PUT /application/documents/{id}/password',
    'Open a PDF that was added after the submit and is locked: an unlocked copy is stored beside it, the password nowhere; five tries a file',
    unlockInput,
    attachedStatementOutput,
    { errors: [413] },
  ).mutation(
    answer((services, { ip }, { token, id, setsMonth, password }) =>
      unlockUpload(services, {
        ip,
        password,
        setsMonth,
        withUpload: (work) => withLaterUpload(services, { token, id }, work),
      }),
    ),
  ),

  wantOffer: call(
    'POST /application/offer',
    'Say which of the shown offers the applicant wants; the company chooses',
    wantOfferInput,
    wantOfferOutput,
    { errors: [409] },
  ).mutation(answer((services, by, input) => wantOffer(services, input, by.ip))),

  end: call(
    'POST /application/end',
    'End the link that the token belongs to, for good',
    tokenInput,
    endOutput,
  ).mutation(answer((services, by, input) => endApplicantLink(services, input.token, by.ip))),

  viewForSignature: publicCall(
    'POST /application/signature/view',
    'The application that a later signer reads, sensitive values masked',
    schema.viewSignatureInput,
    schema.viewSignatureOutput,
  ).mutation(answer((services, by, input) => viewForSignature(services, input.token, by.ip))),

  sign: publicCall(
    'POST /application/signature',
    'Sign as the signer whom the link is for, once; the application stays as it is',
    schema.signatureInput,
    schema.signatureOutput,
    { errors: [409, 413] },
  ).mutation(
    answer((services, by, input) => signLater(services, input, { ip: by.ip, userAgent: by.userAgent })),
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
