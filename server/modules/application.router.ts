import { router } from '../trpc/init.ts'
import { applicationProcedures } from './applicant/application.router.ts'
import { secondSignerProcedures } from './applicant/second-signer.router.ts'
import { applicantRequestProcedures } from './request/request.router.ts'

export const applicationRouter = router({
  ...applicationProcedures,
  ...secondSignerProcedures,
  ...applicantRequestProcedures,
})
