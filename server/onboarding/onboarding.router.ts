import { serverMessages } from '#domain/messages/server'
import { callsOf } from '../trpc/call.ts'
import { success } from '../trpc/envelope.ts'
import { router } from '../trpc/init.ts'
import { createCompanyInput, createCompanyOutput } from './onboarding.schema.ts'
import { createCompanyWithAdmin } from './onboarding.service.ts'

const call = callsOf('Companies')

export const onboardingRouter = router({
  createCompany: call(
    'company.create',
    'POST /admin/create-company',
    'Make a company with its first administrator and their role',
    createCompanyInput,
    createCompanyOutput,
    { errors: [409] },
  ).mutation(async ({ ctx, input }) => ({
    ...success(await createCompanyWithAdmin(ctx.services, ctx, input)),
    message: serverMessages.onboarding.created,
  })),
})
