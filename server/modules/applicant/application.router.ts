import { success } from '../../trpc/envelope.ts'
import { publicProcedure } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { applicationState } from './application-state.service.ts'
import { endOutput, stateOutput, tokenInput } from './application.schema.ts'
import { endApplicantLink } from './end-links.service.ts'

const rest = restMeta('Applicant', { protect: false, base: [400, 404, 429, 503] })

export const applicationProcedures = {
  state: publicProcedure
    .meta(rest('POST', '/application/state', 'What an applicant sees of a submitted application'))
    .input(tokenInput)
    .output(stateOutput)
    .mutation(async ({ ctx, input }) => success(await applicationState(ctx.services, input.token))),

  end: publicProcedure
    .meta(rest('POST', '/application/end', 'End the link that the token belongs to, for good'))
    .input(tokenInput)
    .output(endOutput)
    .mutation(async ({ ctx, input }) => success(await endApplicantLink(ctx.services, input.token, ctx.ip))),
}
