import { applicantRequestProcedures } from '../requests/request.router.ts'
import { success } from '../trpc/envelope.ts'
import { publicProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { applicationState } from './application-state.service.ts'
import { endOutput, stateOutput, tokenInput } from './application.schema.ts'
import { endApplicantLink } from './end-links.service.ts'
import { inviteSigner } from './invite-signer.service.ts'
import {
  inviteInput,
  inviteOutput,
  signatureInput,
  signatureOutput,
  viewSignatureInput,
  viewSignatureOutput,
} from './second-signer.schema.ts'
import { signAsSecond, viewForSignature } from './second-signer.service.ts'

const rest = restMeta('Applicant', { protect: false, base: [400, 404, 429, 503] })
const publicRest = restMeta('Public form', { protect: false, base: [400, 404, 429, 503] })

export const applicationRouter = router({
  state: publicProcedure
    .meta(rest('POST', '/application/state', 'What an applicant sees of a submitted application'))
    .input(tokenInput)
    .output(stateOutput)
    .mutation(async ({ ctx, input }) => success(await applicationState(ctx.services, input.token, ctx.ip))),

  end: publicProcedure
    .meta(rest('POST', '/application/end', 'End the link that the token belongs to, for good'))
    .input(tokenInput)
    .output(endOutput)
    .mutation(async ({ ctx, input }) => success(await endApplicantLink(ctx.services, input.token, ctx.ip))),

  viewForSignature: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/application/signature/view',
        'The application that a second signer reads, sensitive values masked',
      ),
    )
    .input(viewSignatureInput)
    .output(viewSignatureOutput)
    .mutation(async ({ ctx, input }) => success(await viewForSignature(ctx.services, input.token, ctx.ip))),

  sign: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/application/signature',
        'Sign as the second signer, once; the application stays as it is',
        [409, 413],
      ),
    )
    .input(signatureInput)
    .output(signatureOutput)
    .mutation(async ({ ctx, input }) =>
      success(await signAsSecond(ctx.services, input, { ip: ctx.ip, userAgent: ctx.userAgent })),
    ),

  inviteSigner: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/application/signer',
        'Make a new link for the second signer, which ends the one before, and mail it to an address that is given',
        [409],
      ),
    )
    .input(inviteInput)
    .output(inviteOutput)
    .mutation(async ({ ctx, input: { token, email = '' } }) =>
      success(await inviteSigner(ctx.services, { token, email }, ctx.ip)),
    ),

  ...applicantRequestProcedures,
})
