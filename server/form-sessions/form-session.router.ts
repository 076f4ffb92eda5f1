import { canonicalValues } from '#domain/catalogue/values'
import { answer, publicCallsOf } from '../trpc/call.ts'
import { success } from '../trpc/envelope.ts'
import { slugInput } from '../entities/link/public-link.ts'
import { noInput } from '../trpc/inputs.ts'
import { discardSession, saveDraft } from './draft.service.ts'
import * as schema from './form-session.schema.ts'
import { moveSession, takeSession } from './move.service.ts'
import { initializeSession, sessionState } from './form-session.service.ts'
import { sessionToken } from './session-token.ts'

const publicCall = publicCallsOf('Public form', [400, 503])

export const formSessionProcedures = {
  initializeSession: publicCall(
    'GET /form/initialize-session/{slug}',
    'Open a form session; its id goes along with uploads and the submit',
    slugInput,
    schema.initializeOutput,
    { errors: [404, 409, 429] },
  ).query(async ({ ctx, input }) =>
    success({ formSubmissionId: await initializeSession(ctx.services, input.slug, ctx.ip) }),
  ),

  sessionState: publicCall(
    'POST /form/session/state',
    'What a form session holds: its draft, its files, and whether it was submitted',
    schema.stateInput,
    schema.stateOutput,
  ).mutation(
    answer((services, by, input) =>
      sessionState(services, sessionToken(input.formSubmissionId, by.formSession) ?? ''),
    ),
  ),

  saveDraft: publicCall(
    'PUT /form/session/draft',
    'Save what changed in an application that is not submitted yet; kept encrypted until it expires',
    schema.saveDraftInput,
    schema.saveDraftOutput,
    { errors: [409, 413, 429] },
  ).mutation(async ({ ctx, input: { formSubmissionId, values, ...rest } }) => {
    const patch = { ...rest, values: canonicalValues(values) }
    return success(
      await saveDraft(ctx.services, sessionToken(formSubmissionId, ctx.formSession) ?? '', patch, ctx.ip),
    )
  }),

  moveSession: publicCall(
    'POST /form/session/move',
    'Make a link that opens the draft on another device, once within a day; it ends the one before',
    schema.moveInput,
    schema.moveOutput,
    { errors: [409, 429] },
  ).mutation(async ({ ctx, input: { formSubmissionId, email = '' } }) => {
    const token = sessionToken(formSubmissionId, ctx.formSession) ?? ''
    return success(await moveSession(ctx.services, { token, email }, ctx))
  }),

  takeSession: publicCall(
    'POST /form/session/take',
    'Exchange the token of such a link for the token of the form session, which both devices then hold',
    schema.takeInput,
    schema.initializeOutput,
    { errors: [404, 429] },
  ).mutation(async ({ ctx, input }) =>
    success({ formSubmissionId: await takeSession(ctx.services, input.token, ctx.ip) }),
  ),

  discardSession: publicCall(
    'DELETE /form/session/draft',
    'Erase the draft and the files of the session that the header x-form-session names, and end it',
    noInput,
    schema.stateOutput,
    { errors: [409, 429] },
  ).mutation(answer((services, by) => discardSession(services, by.formSession ?? ''))),
}
