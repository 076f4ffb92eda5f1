import { z } from 'zod'
import { PERMISSIONS } from '#domain/permissions'
import { serverMessages } from '#domain/messages/server'
import { email, text } from '../trpc/inputs.ts'
import { company, notifyEmails } from '../entities/company/company.ts'
import { newPassword } from '../sign-in/auth.schema.ts'

const name = text().trim().min(1).meta({ example: 'Acme Funding' })

const grantable = z.enum(PERMISSIONS).refine((permission) => !permission.startsWith('userType:'), {
  message: serverMessages.onboarding.permission,
})

export const createCompanyInput = z.strictObject({
  company: z.strictObject({ nameIn: name, nameOut: name, notifyEmails: notifyEmails.optional() }),
  user: z.strictObject({ name, email, password: newPassword }),
  role: z.strictObject({
    name,
    userType: z.literal('company'),
    permissions: z.array(grantable).max(PERMISSIONS.length),
  }),
})
export type CreateCompanyInput = z.infer<typeof createCompanyInput>

const made = z.object({
  company: company.record,
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  role: z.object({
    id: z.string(),
    name: z.string(),
    userType: z.literal('company'),
    permissions: z.array(z.string()),
    isStatic: z.literal(true),
  }),
})
export type CompanyWithAdmin = z.infer<typeof made>

export const createCompanyOutput = z.object({
  status: z.literal('success'),
  message: z.string().meta({ example: serverMessages.onboarding.created }),
  data: made,
})
