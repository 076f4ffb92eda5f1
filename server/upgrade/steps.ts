import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { fillClearColumns } from './fill-clear-columns.ts'

/** What a new version does once to submissions that are stored already, while it serves. */
export type UpgradeStep = {
  /** condition on `"FormSubmission" s`: the rows that still need it; an index should answer it, as every start asks */
  pending: Prisma.Sql
  /** Brings these rows up to date. @returns ids of rows that cannot be read, which stay as they are */
  mend(services: Pick<Services, 'db' | 'keys'>, ids: string[]): Promise<string[]>
}

export const UPGRADE_STEPS = {
  'fill-clear-columns': fillClearColumns,
} as const satisfies Record<string, UpgradeStep>

export type UpgradeName = keyof typeof UPGRADE_STEPS
export const UPGRADE_NAMES = ['fill-clear-columns'] as const satisfies readonly UpgradeName[]
