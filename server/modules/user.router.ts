import { router } from '../trpc/init.ts'
import { sessionProcedures } from './auth/auth.router.ts'
import { userProcedures } from './user/user.router.ts'

export const userRouter = router({ ...sessionProcedures, ...userProcedures })
