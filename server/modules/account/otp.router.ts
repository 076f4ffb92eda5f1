import { envelope, success } from '../../trpc/envelope.ts'
import { accountProcedure, router } from '../../trpc/init.ts'
import { bothSteps, otpConfirm, otpOff, otpStart, otpStarted, recoveryCodes } from './account.schema.ts'
import { confirmEnrolment, newCodes, startEnrolment, switchOff } from './otp.service.ts'

export const otpRouter = router({
  start: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/user/me/otp',
        tags: ['Account'],
        summary: 'Begin the set-up of two-step sign-in: the secret for an authenticator app',
        errorResponses: [400, 401, 409, 429, 503],
      },
    })
    .input(otpStart)
    .output(envelope(otpStarted))
    .mutation(async ({ ctx, input }) =>
      success(await startEnrolment(ctx.services, ctx.actor, input.currentPassword, ctx.ip)),
    ),

  confirm: accountProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/user/me/otp',
        tags: ['Account'],
        summary: 'Switch two-step sign-in on with the first code; answers the recovery codes',
        errorResponses: [400, 401, 409, 429, 503],
      },
    })
    .input(otpConfirm)
    .output(envelope(recoveryCodes))
    .mutation(async ({ ctx, input }) =>
      success({ recoveryCodes: await confirmEnrolment(ctx.services, ctx.actor, input.code, ctx.ip) }),
    ),

  // A POST, as a DELETE has no body, and neither a password nor a code may stand in an address.
  off: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/user/me/otp/off',
        tags: ['Account'],
        summary: 'Switch two-step sign-in off',
        errorResponses: [400, 401, 409, 429, 503],
      },
    })
    .input(bothSteps)
    .output(envelope(otpOff))
    .mutation(async ({ ctx, input }) => {
      await switchOff(ctx.services, ctx.actor, input, ctx.ip)
      return success({ otp: false as const })
    }),

  recoveryCodes: accountProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/user/me/otp/recovery-codes',
        tags: ['Account'],
        summary: 'Fresh recovery codes; those before are good for nothing any more',
        errorResponses: [400, 401, 409, 429, 503],
      },
    })
    .input(bothSteps)
    .output(envelope(recoveryCodes))
    .mutation(async ({ ctx, input }) =>
      success({ recoveryCodes: await newCodes(ctx.services, ctx.actor, input, ctx.ip) }),
    ),
})
