import { LIMITS } from '#domain/limits'
import { envelope, listEnvelope, success, successList } from '../../trpc/envelope.ts'
import { accountProcedure, router } from '../../trpc/init.ts'
import { noInput } from '../../trpc/inputs.ts'
import { changed } from '../auth/auth.schema.ts'
import { confirmation, confirmed, ended, passwordChange, session, sessionId } from './account.schema.ts'
import {
  changePassword,
  confirmSession,
  endOtherSessions,
  endSession,
  listSessions,
} from './account.service.ts'
import { otpRouter } from './otp.router.ts'

export const accountRouter = router({
  changePassword: accountProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/user/me/password',
        tags: ['Account'],
        summary: 'Change your password; it ends your other sessions',
        errorResponses: [400, 401, 429, 503],
      },
    })
    .input(passwordChange)
    .output(envelope(changed))
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.services, ctx.actor, input, ctx.ip)
      return success({ changed: true as const })
    }),

  confirm: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/user/me/confirm',
        tags: ['Account'],
        summary: 'Confirm your password for sensitive acts of this session',
        description: `Needed where a call answers 403 \`password_needed\`; it counts for ${LIMITS.confirmedMinutes} minutes, as signing in does.`,
        errorResponses: [400, 401, 429, 503],
      },
    })
    .input(confirmation)
    .output(envelope(confirmed))
    .mutation(async ({ ctx, input }) =>
      success({ until: await confirmSession(ctx.services, ctx.actor, input.password, ctx.ip) }),
    ),

  sessions: accountProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/user/me/sessions',
        tags: ['Account'],
        summary: 'Where you are signed in',
        errorResponses: [400, 401, 503],
      },
    })
    .input(noInput)
    .output(listEnvelope(session))
    .query(async ({ ctx }) => {
      const sessions = await listSessions(ctx.services, ctx.actor)
      return successList(sessions, sessions.length)
    }),

  endOtherSessions: accountProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/user/me/sessions',
        tags: ['Account'],
        summary: 'End all your sessions but this one',
        errorResponses: [400, 401, 503],
      },
    })
    .input(noInput)
    .output(envelope(ended))
    .mutation(async ({ ctx }) => success({ ended: await endOtherSessions(ctx.services, ctx.actor, ctx.ip) })),

  endSession: accountProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/user/me/sessions/{id}',
        tags: ['Account'],
        summary: 'End one of your sessions',
        errorResponses: [400, 401, 404, 503],
      },
    })
    .input(sessionId)
    .output(envelope(ended))
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.services, ctx.actor, input.id, ctx.ip)
      return success({ ended: 1 })
    }),

  otp: otpRouter,
})
