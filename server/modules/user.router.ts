import { router } from '../trpc/init.ts'
import { sessionProcedures } from './auth/auth.router.ts'
import { userProcedures } from './user/user.router.ts'

/** Everything under /user: who is signed in, and the users that staff look after. */
export const userRouter = router({ ...sessionProcedures, ...userProcedures })
