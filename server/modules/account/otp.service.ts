import type { Actor } from '../../auth/actor.ts'
import { otpEnrolment } from '../../auth/one-time-codes.ts'
import { confirmOtp, removeOtp, renewRecoveryCodes, startOtp } from '../../auth/otp.ts'
import type { Services } from '../../services.ts'
import type { BothSteps, OtpStarted } from './account.schema.ts'
import { recordOwnAction } from './own-action.ts'
import { countCode, requireCode, requirePassword } from './reauthenticate.ts'

/**
 * Begins the set-up of two-step sign-in: what the caller's app is to be given. It counts once a code confirms it.
 *
 * @throws AppError invalid_input for a wrong password, conflict while it is on, too_many_requests
 */
export async function startEnrolment(
  services: Services,
  actor: Actor,
  currentPassword: string,
  ip: string,
): Promise<OtpStarted> {
  await requirePassword(services, actor, currentPassword, ip)
  const secret = await startOtp(services, actor.userId)
  await recordOwnAction(services, actor, 'otp-started', ip)
  return otpEnrolment(secret, actor.email)
}

/**
 * Switches two-step sign-in on; answers the recovery codes.
 *
 * @throws AppError invalid_input for a wrong code, conflict where no set-up has begun, too_many_requests
 */
export async function confirmEnrolment(
  services: Services,
  actor: Actor,
  code: string,
  ip: string,
): Promise<string[]> {
  const codes = await countCode(services, actor, ip, () => confirmOtp(services, actor.userId, code))
  await recordOwnAction(services, actor, 'otp-switched-on', ip)
  return codes
}

/**
 * Switches two-step sign-in off.
 *
 * @throws AppError invalid_input for a wrong password or code, conflict while it is off, too_many_requests
 */
export async function switchOff(
  services: Services,
  actor: Actor,
  { currentPassword, code }: BothSteps,
  ip: string,
): Promise<void> {
  await requirePassword(services, actor, currentPassword, ip)
  await requireCode(services, actor, code, ip)
  await removeOtp(services, actor.userId)
  await recordOwnAction(services, actor, 'otp-switched-off', ip)
}

/**
 * Answers fresh recovery codes in place of all before.
 *
 * @throws AppError invalid_input for a wrong password or code, conflict while it is off, too_many_requests
 */
export async function newCodes(
  services: Services,
  actor: Actor,
  { currentPassword, code }: BothSteps,
  ip: string,
): Promise<string[]> {
  await requirePassword(services, actor, currentPassword, ip)
  await requireCode(services, actor, code, ip)
  const codes = await renewRecoveryCodes(services, actor.userId)
  await recordOwnAction(services, actor, 'recovery-codes-renewed', ip)
  return codes
}
