import { success } from '../../trpc/envelope.ts'
import { publicProcedure } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
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

const rest = restMeta('Public form', { protect: false, base: [400, 404, 429, 503] })

export const secondSignerProcedures = {
  viewForSignature: publicProcedure
    .meta(
      rest(
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
      rest(
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
      rest(
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
}
