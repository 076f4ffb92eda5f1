import { LIMITS } from '#domain/limits'
import { answerRows, callsOf } from '../trpc/call.ts'
import { envelope, listEnvelope, success } from '../trpc/envelope.ts'
import { router } from '../trpc/init.ts'
import { noInput } from '../trpc/inputs.ts'
import { changed } from '../sign-in/auth.schema.ts'
import * as schema from './account.schema.ts'
import {
  changePassword,
  confirmSession,
  endOtherSessions,
  endSession,
  listSessions,
} from './account.service.ts'
import { setSubmissionMail } from './submission-mail.service.ts'
import { otpRouter } from './otp.router.ts'

const call = callsOf('Account')

export const accountRouter = router({
  update: call(
    'account',
    'PUT /user/me',
    'Choose whether you are mailed of new submissions: of each, daily, or not',
    schema.accountChange,
    envelope(schema.accountChange),
    { errors: [] },
  ).mutation(async ({ ctx, input }) => {
    await setSubmissionMail(ctx.services, ctx, input.submissionMail)
    return success(input)
  }),

  changePassword: call(
    'account',
    'PUT /user/me/password',
    'Change your password; it ends your other sessions',
    schema.passwordChange,
    envelope(changed),
    { errors: [429] },
  ).mutation(async ({ ctx, input }) => {
    await changePassword(ctx.services, ctx, input)
    return success({ changed: true as const })
  }),

  confirm: call(
    'account',
    'POST /user/me/confirm',
    'Confirm your password for sensitive actions of this session',
    schema.confirmation,
    envelope(schema.confirmed),
    {
      errors: [429],
      description: `Needed where a call answers 403 \`password_needed\`; it counts for ${LIMITS.confirmedMinutes} minutes, as signing in does.`,
    },
  ).mutation(async ({ ctx, input }) =>
    success({ until: await confirmSession(ctx.services, ctx, input.password) }),
  ),

  sessions: call(
    'account',
    'GET /user/me/sessions',
    'Where you are signed in',
    noInput,
    listEnvelope(schema.session),
    { errors: [] },
  ).query(answerRows((services, by) => listSessions(services, by.actor))),

  endOtherSessions: call(
    'account',
    'DELETE /user/me/sessions',
    'End all your sessions but this one',
    noInput,
    envelope(schema.ended),
    { errors: [] },
  ).mutation(async ({ ctx }) => success({ ended: await endOtherSessions(ctx.services, ctx) })),

  endSession: call(
    'account',
    'DELETE /user/me/sessions/{id}',
    'End one of your sessions',
    schema.sessionId,
    envelope(schema.ended),
    { errors: [404] },
  ).mutation(async ({ ctx, input }) => {
    await endSession(ctx.services, ctx, input.id)
    return success({ ended: 1 })
  }),

  otp: otpRouter,
})
