import { z } from 'zod'
import { serverMessages } from '#domain/messages/server'
import { fillFirst } from '../demo/fill-examples.service.ts'
import { answer, callsOf } from '../trpc/call.ts'
import { envelope, success } from '../trpc/envelope.ts'
import { eg, EXAMPLE } from '../trpc/example.ts'
import { router } from '../trpc/init.ts'
import { noInput } from '../trpc/inputs.ts'
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

  fillExamples: call(
    'company.create',
    'POST /admin/demo-data',
    'Make a company with made-up applications, while there is no other; nobody is mailed and no webhook hears of it',
    noInput,
    envelope(z.object({ companyId: eg(z.string(), EXAMPLE.company.id) })),
    { errors: [409] },
  ).mutation(answer((services, by) => fillFirst(services, by))),
})
