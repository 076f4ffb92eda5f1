import { serverMessages } from '#domain/messages/server'
import { success } from '../trpc/envelope.ts'
import { actionProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { createCompanyInput, createCompanyOutput } from './onboarding.schema.ts'
import { createCompanyWithAdmin } from './onboarding.service.ts'

const rest = restMeta('Companies')

export const onboardingRouter = router({
  createCompany: actionProcedure('company.create')
    .meta(
      rest(
        'POST',
        '/admin/create-company',
        'Make a company with its first administrator and their role',
        [409],
      ),
    )
    .input(createCompanyInput)
    .output(createCompanyOutput)
    .mutation(async ({ ctx, input }) => ({
      ...success(await createCompanyWithAdmin(ctx.services, ctx, input)),
      message: serverMessages.onboarding.created,
    })),
})
