import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'

export type User = inferRouterOutputs<AppRouter>['user']['list']['data'][number]
