import { serverMessages } from '#domain/messages/server'
import { success } from '../../trpc/envelope.ts'
import { actionProcedure, router } from '../../trpc/init.ts'
import { createCompanyInput, createCompanyOutput } from './onboarding.schema.ts'
import { createCompanyWithAdmin } from './onboarding.service.ts'

export const onboardingRouter = router({
  createCompany: actionProcedure('company.create')
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/create-company',
        tags: ['Companies'],
        protect: true,
        summary: 'Make a company with its first administrator and their role',
        errorResponses: [400, 401, 403, 409, 503],
      },
    })
    .input(createCompanyInput)
    .output(createCompanyOutput)
    .mutation(async ({ ctx, input }) => ({
      ...success(await createCompanyWithAdmin(ctx.services, ctx, input)),
      message: serverMessages.onboarding.created,
    })),
})
