import { otpEnrolment } from '../../auth/one-time-codes.ts'
import { confirmOtp, removeOtp, renewRecoveryCodes, startOtp } from '../../auth/otp.ts'
import type { Services } from '../../services.ts'
import { recordOwnAction } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import type { BothSteps, OtpStarted } from './account.schema.ts'
import { countCode, requireCode, requirePassword } from './reauthenticate.ts'

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
