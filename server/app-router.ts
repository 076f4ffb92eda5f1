import { accountRouter } from './account/account.router.ts'
import { connectionRouter } from './connections/connection.router.ts'
import { apiKeyRouter } from './entities/api-key/api-key.router.ts'
import { applicationRouter } from './applicant/application.router.ts'
import { auditRouter } from './events/audit/audit.router.ts'
import { authRouter } from './sign-in/auth.router.ts'
import { companyRouter } from './entities/company/company.router.ts'
import { noticeRouter, taskRouter } from './desk/task.router.ts'
import { dashboardRouter } from './dashboard/dashboard.router.ts'
import { documentRouter } from './documents/document.router.ts'
import { evidenceRouter } from './evidence/evidence.router.ts'
import { formRouter } from './submissions/form.router.ts'
import { funderRouter } from './entities/funder/funder.router.ts'
import { importRouter } from './import/import.router.ts'
import { linkRouter } from './entities/link/link.router.ts'
import { namesRouter } from './entities/names/names.router.ts'
import { offerRouter } from './offers/offer.router.ts'
import { onboardingRouter } from './onboarding/onboarding.router.ts'
import { packageRouter } from './packages/package.router.ts'
import { registrationRouter } from './registrations/registration.router.ts'
import { roleRouter } from './entities/role/role.router.ts'
import { teamRouter } from './entities/team/team.router.ts'
import { userRouter } from './entities/user/user.router.ts'
import { eventRouter, webhookRouter } from './events/webhooks/webhook.router.ts'
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
  funder: funderRouter,
  names: namesRouter,
  audit: auditRouter,
  dashboard: dashboardRouter,
  task: taskRouter,
  notice: noticeRouter,
  package: packageRouter,
  registration: registrationRouter,
  apiKey: apiKeyRouter,
  connection: connectionRouter,
  event: eventRouter,
  webhook: webhookRouter,
  import: importRouter,
  evidence: evidenceRouter,
  offer: offerRouter,
})

export type AppRouter = typeof appRouter
