import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { passwordProblem } from '#domain/password'
import { USER_TYPES } from '#domain/permissions'
import { text } from '../../trpc/inputs.ts'

/** A password as it is given by somebody who has one. */
export const givenPassword = z.string().min(1).max(LIMITS.passwordMaxLength).meta({ format: 'password' })

export const credentials = z.strictObject({
  email: text(LIMITS.emailLength).min(1).meta({ example: 'admin@example.com' }),
  password: givenPassword,
})
export type Credentials = z.infer<typeof credentials>

/** A password to be set: refused in the spec's words. */
export const newPassword = z
  .string()
  .check(({ value, issues }) => {
    const message = passwordProblem(value)
    if (message !== null) issues.push({ code: 'custom', message, input: value })
  })
  .meta({ format: 'password', minLength: LIMITS.passwordLength, maxLength: LIMITS.passwordMaxLength })

/** Of an authenticator app, or a recovery code. */
export const code = text(LIMITS.idLength).min(1).meta({ example: '123456' })

export const secondStep = z.strictObject({
  ticket: text().min(1).meta({ description: 'Of the refusal `otp_required`; good for five minutes.' }),
  code,
})
export type SecondStep = z.infer<typeof secondStep>

export const forgotten = z.strictObject({ email: credentials.shape.email })
export const asked = z.object({ asked: z.literal(true) })

export const reset = z.strictObject({
  token: text().min(1).meta({ description: 'What follows the # in the mailed link.' }),
  password: newPassword,
})
export type Reset = z.infer<typeof reset>
export const changed = z.object({ changed: z.literal(true) })

const role = z.object({ id: z.string(), name: z.string(), userType: z.enum(USER_TYPES) })

export const signedIn = z.object({
  token: z.string().meta({ description: 'Opaque. Send it as `Authorization: Bearer <token>`.' }),
  role: role.nullable(),
  permissions: z.array(z.string()),
})
export type SignedIn = z.infer<typeof signedIn>

export const signedOut = z.object({ signedOut: z.literal(true) })

export const me = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  slug: z.string().nullable(),
  company: z.object({ id: z.string(), nameOut: z.string() }).nullable(),
  role: role.extend({ permissions: z.array(z.string()) }).nullable(),
  otp: z.boolean().meta({ description: 'Two-step sign-in is on.' }),
  otpRequired: z.boolean().meta({ description: 'The company requires it.' }),
})
export type Me = z.infer<typeof me>
