import { canonicalValues } from '#domain/catalogue/values'
import { success } from '../trpc/envelope.ts'
import { publicProcedure } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { slugInput } from '../entities/link/public-link.ts'
import { noInput } from '../trpc/inputs.ts'
import { discardSession, saveDraft } from './draft.service.ts'
import {
  initializeOutput,
  moveInput,
  moveOutput,
  saveDraftInput,
  saveDraftOutput,
  stateInput,
  stateOutput,
  takeInput,
} from './form-session.schema.ts'
import { moveSession, takeSession } from './move.service.ts'
import { initializeSession, sessionState } from './form-session.service.ts'
import { sessionToken } from './session-token.ts'

const publicRest = restMeta('Public form', { protect: false, base: [400, 503] })

export const formSessionProcedures = {
  initializeSession: publicProcedure
    .meta(
      publicRest(
        'GET',
        '/form/initialize-session/{slug}',
        'Open a form session; its id goes along with uploads and the submit',
        [404, 409, 429],
      ),
    )
    .input(slugInput)
    .output(initializeOutput)
    .query(async ({ ctx, input }) =>
      success({ formSubmissionId: await initializeSession(ctx.services, input.slug, ctx.ip) }),
    ),

  sessionState: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/form/session/state',
        'What a form session holds: its draft, its files, and whether it was submitted',
      ),
    )
    .input(stateInput)
    .output(stateOutput)
    .mutation(async ({ ctx, input }) =>
      success(await sessionState(ctx.services, sessionToken(input.formSubmissionId, ctx.formSession) ?? '')),
    ),

  saveDraft: publicProcedure
    .meta(
      publicRest(
        'PUT',
        '/form/session/draft',
        'Save what changed in an application that is not submitted yet; kept encrypted until it expires',
        [409, 413, 429],
      ),
    )
    .input(saveDraftInput)
    .output(saveDraftOutput)
    .mutation(async ({ ctx, input: { formSubmissionId, values, ...rest } }) => {
      const patch = { ...rest, values: canonicalValues(values) }
      return success(
        await saveDraft(ctx.services, sessionToken(formSubmissionId, ctx.formSession) ?? '', patch, ctx.ip),
      )
    }),

  moveSession: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/form/session/move',
        'Make a link that opens the draft on another device, once within a day; it ends the one before',
        [409, 429],
      ),
    )
    .input(moveInput)
    .output(moveOutput)
    .mutation(async ({ ctx, input: { formSubmissionId, email = '' } }) => {
      const token = sessionToken(formSubmissionId, ctx.formSession) ?? ''
      return success(await moveSession(ctx.services, { token, email }, ctx))
    }),

  takeSession: publicProcedure
    .meta(
      publicRest(
        'POST',
        '/form/session/take',
        'Exchange the token of such a link for the token of the form session, which both devices then hold',
        [404, 429],
      ),
    )
    .input(takeInput)
    .output(initializeOutput)
    .mutation(async ({ ctx, input }) =>
      success({ formSubmissionId: await takeSession(ctx.services, input.token, ctx.ip) }),
    ),

  discardSession: publicProcedure
    .meta(
      publicRest(
        'DELETE',
        '/form/session/draft',
        'Erase the draft and the files of the session that the header x-form-session names, and end it',
        [409, 429],
      ),
    )
    .input(noInput)
    .output(stateOutput)
    .mutation(async ({ ctx }) => success(await discardSession(ctx.services, ctx.formSession ?? ''))),
}
