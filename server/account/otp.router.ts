import { envelope, success } from '../trpc/envelope.ts'
import { accountProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import {
  bothSteps,
  otpConfirm,
  otpOff,
  otpStart,
  otpStarted,
  recoveryCodes,
  type BothSteps,
  type OtpStarted,
} from './account.schema.ts'
import { otpEnrolment, confirmOtp, removeOtp, renewRecoveryCodes, startOtp } from '../auth/otp.ts'
import type { Services } from '../services.ts'
import { recordOwnAction, type AuditActor } from '../events/record-event.ts'
import { countCode, requireCode, requirePassword } from './reauthenticate.ts'

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

export async function startEnrolment(
  services: Services,
  by: AuditActor,
  password: string,
): Promise<OtpStarted> {
  await requirePassword(services, by, password)
  const secret = await startOtp(services, by.actor.userId)
  await recordOwnAction(services, by, 'otp-started')
  return otpEnrolment(secret, by.actor.email)
}

export async function confirmEnrolment(services: Services, by: AuditActor, code: string): Promise<string[]> {
  const codes = await countCode(services, by, () => confirmOtp(services, by.actor.userId, code))
  await recordOwnAction(services, by, 'otp-switched-on')
  return codes
}

export async function switchOff(services: Services, by: AuditActor, steps: BothSteps): Promise<void> {
  await requireBoth(services, by, steps)
  await removeOtp(services, by.actor.userId)
  await recordOwnAction(services, by, 'otp-switched-off')
}

export async function newCodes(services: Services, by: AuditActor, steps: BothSteps): Promise<string[]> {
  await requireBoth(services, by, steps)
  const codes = await renewRecoveryCodes(services, by.actor.userId)
  await recordOwnAction(services, by, 'recovery-codes-renewed')
  return codes
}

async function requireBoth(services: Services, by: AuditActor, steps: BothSteps): Promise<void> {
  await requirePassword(services, by, steps.currentPassword)
  await requireCode(services, by, steps.code)
}
