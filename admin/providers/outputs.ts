import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/app-router.ts'

/** What the server's procedures return. */
export type Outputs = inferRouterOutputs<AppRouter>
