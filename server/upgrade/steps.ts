import { fillClearColumns } from './fill-clear-columns.ts'
import { hashNumbersPerCompany } from './hash-numbers-per-company.ts'
import { hashOwners } from './hash-owners.ts'
import { sealFileNames } from './seal-file-names.ts'
import type { UpgradeStep } from './upgrade-step.ts'

export const UPGRADE_STEPS = {
  'fill-clear-columns': fillClearColumns,
  'seal-file-names': sealFileNames,
  'hash-numbers-per-company': hashNumbersPerCompany,
  'hash-owners': hashOwners,
} as const satisfies Record<string, UpgradeStep>

export type UpgradeName = keyof typeof UPGRADE_STEPS
export const UPGRADE_NAMES = Object.keys(UPGRADE_STEPS) as UpgradeName[]
