import { z } from 'zod'
import { columnContext } from '../../platform/crypto/contexts.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { openText, sealBytes } from '../../platform/crypto/seal.ts'
import { sessionKey, type SealedSubmission } from '../accept/sealed-submission.ts'

/** What a program says of the applicant it sent an application for. */
export const toldApplicant = z.object({
  by: z
    .string()
    .meta({ description: 'Whose key or session sent it', example: 'Web site (API key of Ann Broker)' }),
  ip: z.string().meta({ example: '198.51.100.24' }),
  userAgent: z.string().meta({ example: 'Mozilla/5.0 …' }),
  language: z.string().meta({ example: 'en' }),
})
export type ToldApplicant = z.infer<typeof toldApplicant>
export const metadataOutput = z.record(z.string(), z.string())

export const toldSelect = { wrappedKey: true, metadata: true, told: true } as const

type Column = 'metadata' | 'told'
type Row = { id: string; companyId: string }
const toContext = (row: Row, column: Column): string =>
  columnContext('FormSession', column, row.id, row.companyId)

export const sealTold = (key: Uint8Array, row: Row, column: Column, value: object) =>
  sealBytes(key, JSON.stringify(value), toContext(row, column))

export type ToldRow = Pick<SealedSubmission, 'id' | 'companyId'> & {
  formSession: { wrappedKey: Uint8Array } & Record<Column, Uint8Array | null>
}

export function openTold(keys: KeyRing, row: ToldRow) {
  const open = (column: Column): unknown => {
    const sealed = row.formSession[column]
    return sealed && JSON.parse(openText(sessionKey(keys, row), sealed, toContext(row, column)))
  }
  return {
    applicant: toldApplicant.nullable().parse(open('told')),
    metadata: metadataOutput.parse(open('metadata') ?? {}),
  }
}
