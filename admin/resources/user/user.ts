import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'

export type User = inferRouterOutputs<AppRouter>['user']['list']['data'][number]

/**
 * Whoever looks after a company hands out its form, while they are active. The role's type decides, never its name.
 */
export const canEmbed = (user: User): boolean => user.active && user.role?.userType === 'company'
