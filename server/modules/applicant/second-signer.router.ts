import { success } from '../../trpc/envelope.ts'
import { publicProcedure } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { inviteSigner } from './invite-signer.service.ts'
import { inviteInput, inviteOutput } from './second-signer.schema.ts'

const rest = restMeta('Public form', { protect: false, base: [400, 404, 429, 503] })

export const secondSignerProcedures = {
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
