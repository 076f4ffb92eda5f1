import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'

export type Role = inferRouterOutputs<AppRouter>['role']['list']['data'][number]
