import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { passwordProblem } from '#domain/password'
import { serverMessages } from '#domain/messages/server'
import { ROLE_SCOPES, USER_TYPES } from '#domain/permissions'
import { SUBMISSION_MAILS } from '#domain/submission-mail'
import { isCommonPassword } from '../auth/passwords.ts'
import { id, text } from '../trpc/inputs.ts'
import { eg, EXAMPLE, entity, withExample } from '../trpc/example.ts'

export const givenPassword = z
  .string()
  .min(1)
  .max(LIMITS.passwordMaxLength)
  .meta({ format: 'password', example: 'a-long-passphrase-1' })

export const credentials = z.strictObject({
  email: text(LIMITS.emailLength).min(1).meta({ example: 'admin@example.com' }),
  password: givenPassword,
})
export type Credentials = z.infer<typeof credentials>

export const newPassword = z
  .string()
  .superRefine((value, context) => {
    const message =
      passwordProblem(value) ?? (isCommonPassword(value) ? serverMessages.account.commonPassword : null)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .meta({
    example: 'a-long-passphrase-1',
    format: 'password',
    minLength: LIMITS.passwordLength,
    maxLength: LIMITS.passwordMaxLength,
  })

export const code = text(LIMITS.idLength).min(1).meta({ example: '123456' })

export const secondStep = z.strictObject({
  ticket: text().min(1).meta({ description: 'Of the refusal `otp_required`; good for five minutes.' }),
  code,
})
export type SecondStep = z.infer<typeof secondStep>

export const forgotten = z.strictObject({ email: credentials.shape.email })
export const asked = withExample(z.object({ asked: z.literal(true) }), { asked: true })

export const reset = z.strictObject({
  token: text().min(1).meta({ description: 'What follows the # in the mailed link.' }),
  password: newPassword,
})
export type Reset = z.infer<typeof reset>
export const changed = withExample(z.object({ changed: z.literal(true) }), { changed: true })

const role = z.object({ id: z.string(), name: z.string(), userType: z.enum(USER_TYPES) })

export const signedIn = entity('SignedIn', {
  token: eg(z.string().meta({ description: 'Opaque. Send it as `Authorization: Bearer <token>`.' }), 'mB3k…'),
  role: eg(role.nullable(), EXAMPLE.role),
  permissions: eg(z.array(z.string()), ['page:main', 'page:forms']),
})
export type SignedIn = z.infer<typeof signedIn>

export const ssoOffered = withExample(z.object({ offered: z.boolean() }), { offered: true })
export const ssoStarted = entity('SsoStarted', {
  url: eg(z.string(), 'https://login.acme.example/authorize?…'),
  attempt: eg(z.string(), 'kT9v…'),
})
export const ssoAnswer = z.strictObject({
  attempt: text().min(1).meta({ example: 'kT9v…' }),
  company: id.meta({ description: 'Of the redirect address.', example: EXAMPLE.company.id }),
  answer: text(LIMITS.queryLength)
    .startsWith('?')
    .meta({ description: 'Its query.', example: '?code=…&state=…' }),
})

export const signedOut = withExample(z.object({ signedOut: z.literal(true) }), { signedOut: true })

export const submissionMail = z
  .enum(SUBMISSION_MAILS)
  .meta({ description: 'Mails of new submissions; `each` for users of a company only.', example: 'daily' })

export const me = entity('Account', {
  id: eg(z.string(), EXAMPLE.user.id),
  email: eg(z.string(), EXAMPLE.user.email),
  name: eg(z.string(), EXAMPLE.user.name),
  isAdmin: eg(z.boolean(), false),
  slug: eg(z.string().nullable(), null),
  company: eg(z.object({ id: z.string(), nameOut: z.string() }).nullable(), {
    id: EXAMPLE.company.id,
    nameOut: EXAMPLE.company.nameOut,
  }),
  role: eg(role.extend({ permissions: z.array(z.string()), scope: z.enum(ROLE_SCOPES) }).nullable(), {
    ...EXAMPLE.role,
    permissions: ['page:main', 'page:forms'],
    scope: 'company',
  }),
  otp: eg(z.boolean().meta({ description: 'Two-step sign-in is on.' }), true),
  sso: eg(z.boolean().meta({ description: 'Signed in at the company’s provider.' }), false),
  otpRequired: eg(z.boolean().meta({ description: 'The company or SIGN_IN_POLICY requires it.' }), false),
  passwordChangeRequired: eg(
    z.boolean().meta({
      description: 'Someone else set the password: other calls answer 403 until it is changed.',
    }),
    false,
  ),
  submissionMail,
})
export type Me = z.infer<typeof me>
