import { router } from '../trpc/init.ts'
import { deskProcedures } from '../desk/desk.router.ts'
import { formSessionProcedures } from '../form-sessions/form-session.router.ts'
import { fitProcedures } from '../funders/fit.router.ts'
import { packageProcedures } from '../packages/package.router.ts'
import { offerProcedures } from '../offers/offer.router.ts'
import { requestProcedures } from '../requests/request.router.ts'
import { statementProcedures } from '../statements/statement.router.ts'
import { createProcedures } from './create/create.router.ts'
import { submissionProcedures } from './submission.router.ts'

export const formRouter = router({
  ...formSessionProcedures,
  ...submissionProcedures,
  ...createProcedures,
  ...deskProcedures,
  ...requestProcedures,
  ...fitProcedures,
  ...packageProcedures,
  ...statementProcedures,
  ...offerProcedures,
})
