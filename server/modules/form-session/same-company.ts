import { fieldError } from '../../errors.ts'

/**
 * A company that a client names narrows nothing and widens nothing: it must be the one that the server knows, or none.
 *
 * @throws AppError invalid_input
 */
export function requireSameCompany(claimed: string | undefined, companyId: string | null): void {
  if (claimed && claimed !== companyId) throw fieldError('companyId', ({ form }) => form.companyMismatch)
}
