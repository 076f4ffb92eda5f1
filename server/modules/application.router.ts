import { router } from '../trpc/init.ts'
import { secondSignerProcedures } from './applicant/second-signer.router.ts'

export const applicationRouter = router({ ...secondSignerProcedures })
