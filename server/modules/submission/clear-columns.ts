import type { Values } from '#domain/catalogue/values'

export type ClearColumns = Record<'legalName' | 'dbaName' | 'state' | 'advanceAmount' | 'sales', string>

export const toClearColumns = ({
  legalName,
  dbaName,
  state,
  advanceAmount,
  sales,
}: Values): ClearColumns => ({
  legalName: legalName?.trim() ?? '',
  dbaName: dbaName?.trim() ?? '',
  state: state ?? '',
  advanceAmount: advanceAmount ?? '',
  sales: sales ?? '',
})
