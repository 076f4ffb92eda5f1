import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'

export type User = inferRouterOutputs<AppRouter>['user']['list']['data'][number]

/**
 * Active company administrators can embed their company's form. The role's type decides, not its name.
 */
export const canEmbed = (user: User): boolean => user.active && user.role?.userType === 'company'
