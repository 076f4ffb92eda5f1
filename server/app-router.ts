import { accountRouter } from './modules/account/account.router.ts'
import { apiKeyRouter } from './modules/api-key/api-key.router.ts'
import { applicationRouter } from './modules/application.router.ts'
import { auditRouter } from './modules/audit/audit.router.ts'
import { authRouter } from './modules/auth/auth.router.ts'
import { companyRouter } from './modules/company/company.router.ts'
import { dashboardRouter } from './modules/dashboard/dashboard.router.ts'
import { documentRouter } from './modules/document/document.router.ts'
import { formRouter } from './modules/form.router.ts'
import { importRouter } from './modules/import/import.router.ts'
import { linkRouter } from './modules/link/link.router.ts'
import { namesRouter } from './modules/names/names.router.ts'
import { onboardingRouter } from './modules/onboarding/onboarding.router.ts'
import { registrationRouter } from './modules/registration/registration.router.ts'
import { roleRouter } from './modules/role/role.router.ts'
import { teamRouter } from './modules/team/team.router.ts'
import { userRouter } from './modules/user.router.ts'
import { eventRouter, webhookRouter } from './modules/webhook/webhook.router.ts'
import { router } from './trpc/init.ts'

export const appRouter = router({
  auth: authRouter,
  user: userRouter,
  account: accountRouter,
  generatedLink: linkRouter,
  form: formRouter,
  application: applicationRouter,
  documents: documentRouter,
  role: roleRouter,
  company: companyRouter,
  admin: onboardingRouter,
  team: teamRouter,
  names: namesRouter,
  audit: auditRouter,
  dashboard: dashboardRouter,
  registration: registrationRouter,
  apiKey: apiKeyRouter,
  event: eventRouter,
  webhook: webhookRouter,
  import: importRouter,
})

export type AppRouter = typeof appRouter
