import { router } from '../trpc/init.ts'
import { formSessionProcedures } from './form-session/form-session.router.ts'
import { submissionProcedures } from './submission/submission.router.ts'

/** Everything under /form: the applicant's calls, and the staff's on what came in. */
export const formRouter = router({ ...formSessionProcedures, ...submissionProcedures })
