import { fieldRefusal } from '../../errors.ts'

/**
 * A company that a client names narrows nothing and widens nothing: it must be the one that the server knows, or none.
 *
 * @throws AppError invalid_input
 */
export function checkClaimedCompany(claimed: string | undefined, companyId: string | null): void {
  if (claimed && claimed !== companyId) throw fieldRefusal('companyId', ({ form }) => form.companyMismatch)
}
