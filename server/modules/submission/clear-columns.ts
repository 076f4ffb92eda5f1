import type { Values } from '#domain/catalogue/values'

/** Answers that are also kept outside of the ciphertext: all that a list shows of an application. */
export type ClearColumns = Record<'legalName' | 'dbaName' | 'state' | 'advanceAmount' | 'sales', string>

/** @param values canonical names */
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
