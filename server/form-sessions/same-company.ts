import { fieldError } from '../errors.ts'

export function requireSameCompany(claimed: string | undefined, companyId: string | null): void {
  if (claimed && claimed !== companyId) throw fieldError('companyId', ({ form }) => form.companyMismatch)
}
