import { LIMITS } from '#domain/limits'
import { envelope, listEnvelope, success, successList } from '../trpc/envelope.ts'
import { accountProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { noInput } from '../trpc/inputs.ts'
import { changed } from '../sign-in/auth.schema.ts'
import {
  accountChange,
  confirmation,
  confirmed,
  ended,
  passwordChange,
  session,
  sessionId,
} from './account.schema.ts'
import {
  changePassword,
  confirmSession,
  endOtherSessions,
  endSession,
  listSessions,
} from './account.service.ts'
import { setSubmissionMail } from './submission-mail.service.ts'
import { otpRouter } from './otp.router.ts'

const rest = restMeta('Account')

export const accountRouter = router({
  update: accountProcedure
    .meta(
      rest('PUT', '/user/me', 'Choose whether you are mailed of new submissions: of each, daily, or not', []),
    )
    .input(accountChange)
    .output(envelope(accountChange))
    .mutation(async ({ ctx, input }) => {
      await setSubmissionMail(ctx.services, ctx, input.submissionMail)
      return success(input)
    }),

  changePassword: accountProcedure
    .meta(rest('PUT', '/user/me/password', 'Change your password; it ends your other sessions', [429]))
    .input(passwordChange)
    .output(envelope(changed))
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.services, ctx, input)
      return success({ changed: true as const })
    }),

  confirm: accountProcedure
    .meta(
      rest(
        'POST',
        '/user/me/confirm',
        'Confirm your password for sensitive actions of this session',
        [429],
        `Needed where a call answers 403 \`password_needed\`; it counts for ${LIMITS.confirmedMinutes} minutes, as signing in does.`,
      ),
    )
    .input(confirmation)
    .output(envelope(confirmed))
    .mutation(async ({ ctx, input }) =>
      success({ until: await confirmSession(ctx.services, ctx, input.password) }),
    ),

  sessions: accountProcedure
    .meta(rest('GET', '/user/me/sessions', 'Where you are signed in', []))
    .input(noInput)
    .output(listEnvelope(session))
    .query(async ({ ctx }) => {
      const sessions = await listSessions(ctx.services, ctx.actor)
      return successList(sessions, sessions.length)
    }),

  endOtherSessions: accountProcedure
    .meta(rest('DELETE', '/user/me/sessions', 'End all your sessions but this one', []))
    .input(noInput)
    .output(envelope(ended))
    .mutation(async ({ ctx }) => success({ ended: await endOtherSessions(ctx.services, ctx) })),

  endSession: accountProcedure
    .meta(rest('DELETE', '/user/me/sessions/{id}', 'End one of your sessions', [404]))
    .input(sessionId)
    .output(envelope(ended))
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.services, ctx, input.id)
      return success({ ended: 1 })
    }),

  otp: otpRouter,
})
