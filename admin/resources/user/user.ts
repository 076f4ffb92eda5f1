import type { Outputs } from '../../providers/outputs.ts'

export type User = Outputs['user']['list']['data'][number]

/**
 * Active company administrators can embed their company's form. The role's type decides, not its name.
 */
export const canEmbed = (user: User): boolean => user.active && user.role?.userType === 'company'
