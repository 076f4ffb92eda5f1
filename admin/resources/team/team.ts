import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'

export type Team = inferRouterOutputs<AppRouter>['team']['list']['data'][number]
