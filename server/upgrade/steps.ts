import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { fillClearColumns } from './fill-clear-columns.ts'
import { hashNumbersPerCompany } from './hash-numbers-per-company.ts'
import { sealFileNames } from './seal-file-names.ts'

/** What a new version does once to rows that are stored already, while it serves. */
export type UpgradeStep = {
  table: 'FormSubmission' | 'Document'
  /** condition on a row `s` of the table: the rows that still need it; an index should answer it, as every start asks */
  pending: Prisma.Sql
  /** Brings these rows up to date. @returns ids of rows that cannot be read, which stay as they are */
  mend(services: Pick<Services, 'db' | 'keys'>, ids: string[]): Promise<string[]>
}

export const UPGRADE_STEPS = {
  'fill-clear-columns': fillClearColumns,
  'seal-file-names': sealFileNames,
  'hash-numbers-per-company': hashNumbersPerCompany,
} as const satisfies Record<string, UpgradeStep>

export type UpgradeName = keyof typeof UPGRADE_STEPS
export const UPGRADE_NAMES = Object.keys(UPGRADE_STEPS) as UpgradeName[]
