import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { id } from '../trpc/inputs.ts'
import { code, givenPassword, newPassword, submissionMail } from '../sign-in/auth.schema.ts'
import { eg, EXAMPLE, entity, withExample } from '../trpc/example.ts'

export const passwordChange = z.strictObject({ currentPassword: givenPassword, password: newPassword })
export type PasswordChange = z.infer<typeof passwordChange>

export const accountChange = withExample(z.strictObject({ submissionMail }), { submissionMail: 'daily' })

export const NEEDS_PASSWORD =
  'answer 403 `password_needed` unless you signed in or called POST /user/me/confirm within the last ' +
  `${LIMITS.confirmedMinutes} minutes.`

export const confirmation = z.strictObject({ password: givenPassword })
export const confirmed = withExample(
  z.object({
    until: z.iso.datetime().meta({ description: 'When sensitive actions need the password again.' }),
  }),
  { until: EXAMPLE.time },
)

export const session = entity('Session', {
  id: eg(z.string().meta({ description: 'Names the session and signs nobody in.' }), 'bX2mU9…'),
  createdAt: eg(z.iso.datetime(), EXAMPLE.time),
  lastSeenAt: eg(z.iso.datetime().meta({ description: 'To the minute.' }), EXAMPLE.time),
  ip: eg(z.string(), '203.0.113.7'),
  userAgent: eg(z.string(), 'Mozilla/5.0 …'),
  current: eg(z.boolean().meta({ description: 'The session of this very call.' }), true),
})
export type Session = z.infer<typeof session>

export const sessionId = z.strictObject({ id })
export const ended = withExample(
  z.object({ ended: z.number().int().meta({ description: 'How many sessions ended.' }) }),
  { ended: 2 },
)

export const otpStart = z.strictObject({ currentPassword: givenPassword })
export const otpStarted = z.object({
  uri: z.string().meta({ description: 'What an authenticator app scans.', example: 'otpauth://totp/…' }),
  secret: z.string().meta({ description: 'The same to be typed: base32.' }),
})
export type OtpStarted = z.infer<typeof otpStarted>

export const otpConfirm = z.strictObject({ code })
export const recoveryCodes = withExample(
  z.object({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Each signs in once in place of a code. They are told this once.' }),
  }),
  { recoveryCodes: ['k7m2-q9xt-4hwd'] },
)

export const bothSteps = z.strictObject({ currentPassword: givenPassword, code })
export type BothSteps = z.infer<typeof bothSteps>
export const otpOff = withExample(z.object({ otp: z.literal(false) }), { otp: false })
