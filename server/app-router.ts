import { authRouter, userRouter } from './modules/auth/auth.router.ts'
import { companyRouter } from './modules/company/company.router.ts'
import { documentRouter } from './modules/document/document.router.ts'
import { formRouter } from './modules/form.router.ts'
import { linkRouter } from './modules/link/link.router.ts'
import { namesRouter } from './modules/names/names.router.ts'
import { onboardingRouter } from './modules/onboarding/onboarding.router.ts'
import { teamRouter } from './modules/team/team.router.ts'
import { router } from './trpc/init.ts'

/** Every procedure, for tRPC, REST and the OpenAPI document alike. */
export const appRouter = router({
  auth: authRouter,
  user: userRouter,
  generatedLink: linkRouter,
  form: formRouter,
  documents: documentRouter,
  company: companyRouter,
  admin: onboardingRouter,
  team: teamRouter,
  names: namesRouter,
})

export type AppRouter = typeof appRouter
