import { answer, callsOf } from '../trpc/call.ts'
import { envelope, success } from '../trpc/envelope.ts'
import { router } from '../trpc/init.ts'
import * as schema from './account.schema.ts'
import { otpEnrolment, confirmOtp, removeOtp, renewRecoveryCodes, startOtp } from '../auth/otp.ts'
import type { Services } from '../services.ts'
import { recordOwnAction, type AuditActor } from '../events/record-event.ts'
import { countCode, requireCode, requirePassword } from './reauthenticate.ts'

const call = callsOf('Account')

export const otpRouter = router({
  start: call(
    'account',
    'POST /user/me/otp',
    'Begin the set-up of two-step sign-in: the secret for an authenticator app',
    schema.otpStart,
    envelope(schema.otpStarted),
    { errors: [409, 429] },
  ).mutation(answer((services, by, input) => startEnrolment(services, by, input.currentPassword))),

  confirm: call(
    'account',
    'PUT /user/me/otp',
    'Switch two-step sign-in on with the first code; answers the recovery codes',
    schema.otpConfirm,
    envelope(schema.recoveryCodes),
    { errors: [409, 429] },
  ).mutation(async ({ ctx, input }) =>
    success({ recoveryCodes: await confirmEnrolment(ctx.services, ctx, input.code) }),
  ),

  // A POST, as a DELETE has no body, and neither a password nor a code may stand in an address.
  off: call(
    'account',
    'POST /user/me/otp/off',
    'Switch two-step sign-in off',
    schema.bothSteps,
    envelope(schema.otpOff),
    {
      errors: [409, 429],
    },
  ).mutation(async ({ ctx, input }) => {
    await switchOff(ctx.services, ctx, input)
    return success({ otp: false as const })
  }),

  recoveryCodes: call(
    'account',
    'POST /user/me/otp/recovery-codes',
    'Fresh recovery codes; those before are good for nothing any more',
    schema.bothSteps,
    envelope(schema.recoveryCodes),
    { errors: [409, 429] },
  ).mutation(async ({ ctx, input }) => success({ recoveryCodes: await newCodes(ctx.services, ctx, input) })),
})

export async function startEnrolment(
  services: Services,
  by: AuditActor,
  password: string,
): Promise<schema.OtpStarted> {
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

export async function switchOff(services: Services, by: AuditActor, steps: schema.BothSteps): Promise<void> {
  await requireBoth(services, by, steps)
  await removeOtp(services, by.actor.userId)
  await recordOwnAction(services, by, 'otp-switched-off')
}

export async function newCodes(
  services: Services,
  by: AuditActor,
  steps: schema.BothSteps,
): Promise<string[]> {
  await requireBoth(services, by, steps)
  const codes = await renewRecoveryCodes(services, by.actor.userId)
  await recordOwnAction(services, by, 'recovery-codes-renewed')
  return codes
}

async function requireBoth(services: Services, by: AuditActor, steps: schema.BothSteps): Promise<void> {
  await requirePassword(services, by, steps.currentPassword)
  await requireCode(services, by, steps.code)
}
