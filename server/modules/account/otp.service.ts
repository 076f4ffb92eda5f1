import type { Actor } from '../../auth/actor.ts'
import { otpEnrolment } from '../../auth/one-time-codes.ts'
import { confirmOtp, removeOtp, renewRecoveryCodes, startOtp } from '../../auth/otp.ts'
import type { Services } from '../../services.ts'
import type { BothSteps, OtpStarted } from './account.schema.ts'
import { recordOwnAction } from './own-action.ts'
import { countCode, requireCode, requirePassword } from './reauthenticate.ts'

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
