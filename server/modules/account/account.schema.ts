import { z } from 'zod'
import { id } from '../../trpc/inputs.ts'
import { code, givenPassword, newPassword } from '../auth/auth.schema.ts'

export const passwordChange = z.strictObject({ currentPassword: givenPassword, password: newPassword })
export type PasswordChange = z.infer<typeof passwordChange>

export const session = z.object({
  id: z.string().meta({ description: 'Names the session and signs nobody in.' }),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().meta({ description: 'To the minute.' }),
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean().meta({ description: 'The session of this very call.' }),
})
export type Session = z.infer<typeof session>

export const sessionId = z.strictObject({ id })
export const ended = z.object({ ended: z.number().int().meta({ description: 'How many sessions ended.' }) })

export const otpStart = z.strictObject({ currentPassword: givenPassword })
export const otpStarted = z.object({
  uri: z.string().meta({ description: 'What an authenticator app scans.', example: 'otpauth://totp/…' }),
  secret: z.string().meta({ description: 'The same to be typed: base32.' }),
})
export type OtpStarted = z.infer<typeof otpStarted>

export const otpConfirm = z.strictObject({ code })
export const recoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Each signs in once in place of a code. They are told this once.' }),
})

/** What it takes to weaken the second step. */
export const bothSteps = z.strictObject({ currentPassword: givenPassword, code })
export type BothSteps = z.infer<typeof bothSteps>
export const otpOff = z.object({ otp: z.literal(false) })
