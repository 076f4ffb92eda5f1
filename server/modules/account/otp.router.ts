import { envelope, success } from '../../trpc/envelope.ts'
import { accountProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { bothSteps, otpConfirm, otpOff, otpStart, otpStarted, recoveryCodes } from './account.schema.ts'
import { confirmEnrolment, newCodes, startEnrolment, switchOff } from './otp.service.ts'

const rest = restMeta('Account')

export const otpRouter = router({
  start: accountProcedure
    .meta(
      rest(
        'POST',
        '/user/me/otp',
        'Begin the set-up of two-step sign-in: the secret for an authenticator app',
        [409, 429],
      ),
    )
    .input(otpStart)
    .output(envelope(otpStarted))
    .mutation(async ({ ctx, input }) =>
      success(await startEnrolment(ctx.services, ctx, input.currentPassword)),
    ),

  confirm: accountProcedure
    .meta(
      rest(
        'PUT',
        '/user/me/otp',
        'Switch two-step sign-in on with the first code; answers the recovery codes',
        [409, 429],
      ),
    )
    .input(otpConfirm)
    .output(envelope(recoveryCodes))
    .mutation(async ({ ctx, input }) =>
      success({ recoveryCodes: await confirmEnrolment(ctx.services, ctx, input.code) }),
    ),

  // A POST, as a DELETE has no body, and neither a password nor a code may stand in an address.
  off: accountProcedure
    .meta(rest('POST', '/user/me/otp/off', 'Switch two-step sign-in off', [409, 429]))
    .input(bothSteps)
    .output(envelope(otpOff))
    .mutation(async ({ ctx, input }) => {
      await switchOff(ctx.services, ctx, input)
      return success({ otp: false as const })
    }),

  recoveryCodes: accountProcedure
    .meta(
      rest(
        'POST',
        '/user/me/otp/recovery-codes',
        'Fresh recovery codes; those before are good for nothing any more',
        [409, 429],
      ),
    )
    .input(bothSteps)
    .output(envelope(recoveryCodes))
    .mutation(async ({ ctx, input }) => success({ recoveryCodes: await newCodes(ctx.services, ctx, input) })),
})
