import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { USER_TYPES } from '#domain/permissions'
import { text } from '../../trpc/inputs.ts'

export const credentials = z.strictObject({
  email: text(LIMITS.emailLength).min(1).meta({ example: 'admin@example.com' }),
  password: z.string().min(1).max(LIMITS.passwordMaxLength).meta({ format: 'password' }),
})
export type Credentials = z.infer<typeof credentials>

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
})
export type Me = z.infer<typeof me>
